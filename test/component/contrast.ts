// The contrast of WCAG 2, for any CSS color.
const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })

type Channels = readonly [red: number, green: number, blue: number]

/** Paints colors over each other, the last on top, and reads the resulting color. */
function painted(colors: readonly string[]): Channels {
  if (!canvas) throw new Error('There is no canvas.')
  canvas.clearRect(0, 0, 1, 1)
  for (const color of colors) {
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
  }
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

function luminance(channels: Channels): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 to 21. @param behind the colors below it, the lowest first */
export function contrast(color: string, behind: readonly string[]): number {
  const [one, other] = [luminance(painted([...behind, color])), luminance(painted(behind))]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** The backgrounds behind the content of a node, the lowest first. */
export function seenBehind(node: Element): readonly string[] {
  const colors: string[] = []
  for (let at: Element | null = node; at; at = parentOf(at)) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at)
    // From a color to the same one: a second color that is painted over the first.
    const [, over] = /^linear-gradient\((.+), \1\)$/.exec(backgroundImage) ?? []
    colors.unshift(backgroundColor, ...(over ? [over] : []))
  }
  return [systemCanvas(), ...colors]
}

function parentOf(node: Element): Element | null {
  const root = node.getRootNode()
  return node.assignedSlot ?? node.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
}

/** What the browser paints below the page. */
function systemCanvas(): string {
  const probe = document.documentElement.appendChild(document.createElement('i'))
  probe.style.color = 'Canvas'
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
