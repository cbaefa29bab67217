// Mutations of the servers in PHP and Go, by text replacement. Each breaks one promise.

export interface Mutant {
  /** What the mutated server does. */
  readonly title: string
  /** The promise that it breaks. */
  readonly promise: string
  readonly language: 'php' | 'go'
  readonly file: string
  readonly replacements: readonly (readonly [from: string, to: string])[]
}

export const mutants: readonly Mutant[] = [
  {
    title: 'loses its journal at a restart',
    promise: 'restart',
    language: 'go',
    file: 'store.go',
    replacements: [['os.ReadFile(path)', 'os.ReadFile(path + ".lost")']],
  },
  {
    title: 'sends a create request before it is stored on disk',
    promise: 'killed-in-press',
    language: 'go',
    file: 'sessions.go',
    replacements: [
      [
        'return key, s.store.Save(state)',
        's.store.mu.Lock()\n\tdefer s.store.mu.Unlock()\n\ts.store.put(state)\n\treturn key, nil',
      ],
    ],
  },
  {
    title: 'never reads payins from before its start',
    promise: 'killed-before-news',
    language: 'go',
    file: 'order.go',
    replacements: [
      [
        '\tvar payin Payin\n',
        '\tif attempt.Payin != "" && attempt.MadeAt.Before(startedAt) {\n\t\treturn nil\n\t}\n\tvar payin Payin\n',
      ],
      ['// refresh reads', 'var startedAt = time.Now()\n\n// refresh reads'],
    ],
  },
  {
    title: 'sends a create request before it is stored on disk',
    promise: 'killed-in-press',
    language: 'php',
    file: 'order.php',
    replacements: [
      ['index(sessionOf($key), $this->id);\n        $this->save();\n        return $key;', 'return $key;'],
      [
        'public function save(): void\n    {\n',
        'public function save(): void\n    {\n        if (!current($this->attempts)["payin"]) return;\n        index(sessionOf((string) key($this->attempts)), $this->id);\n',
      ],
    ],
  },
  {
    title: 'trusts a webhook with a wrong signature',
    promise: 'webhook-forged',
    language: 'php',
    file: 'server.php',
    replacements: [
      ['if (!hash_equals($right, $signature)) throw', "if ($signature === '') throw"],
      ['function (Order $order) use ($id): void', 'function (Order $order) use ($id, $event): void'],
      [
        "if ($attempt['payin'] === $id || $attempt['payin'] === null) $order->refresh((string) $key);",
        "if ($event['status'] === 'COMPLETED') $order->attempts[$key]['outcome'] = 'complete';\n$order->save();",
      ],
    ],
  },
  {
    title: 'writes outcomes in capitals',
    promise: 'fields',
    language: 'php',
    file: 'order.php',
    replacements: [
      [
        "'outcome' => $attempt['outcome'],\n            'order",
        "'outcome' => strtoupper($attempt['outcome']),\n            'order",
      ],
    ],
  },
]
