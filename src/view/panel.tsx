import { type ComponentChildren, h } from 'preact'
import { Icon } from './icons.tsx'
import type { Notice } from './notice.ts'

/**
 * A notice with its buttons. The title takes the focus where the button under the shopper's finger has gone. Its text is in
 * an element within: where the text of what has the focus changes, Orca says it besides the live region, now and then.
 */
export function Panel({
  notice,
  children,
}: {
  readonly notice: Notice
  readonly children?: ComponentChildren
}) {
  return (
    <div class={`panel ${notice.tone}`} part={`panel ${notice.tone}`}>
      <Icon name={notice.icon} />
      <div class="title" part="title" tabindex={-1}>
        <div>{notice.title}</div>
      </div>
      {notice.text && (
        <p class="text" part="text">
          {notice.text}
        </p>
      )}
      {children}
    </div>
  )
}

export interface ButtonProps {
  readonly look: 'primary' | 'plain' | 'quiet' | 'link'
  readonly onPress: () => void
  readonly children: ComponentChildren
}

/** A button inside a panel. Beside others it needs a `key`: none may turn into another one under the finger. */
export function Button({ look, onPress, children }: ButtonProps) {
  return (
    <button type="button" class={look} part={`button ${look}`} onClick={onPress}>
      {children}
    </button>
  )
}
