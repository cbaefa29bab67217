import { type ComponentChildren, h } from 'preact'
import { Icon } from './icons.tsx'
import type { Notice } from './notice.ts'

/**
 * A notice with its buttons. The title gets the focus if the focused button disappears. The title's text is in an inner
 * element: when the text of the focused element itself changes, Orca sometimes reads it in addition to the live region.
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
  readonly look: 'primary' | 'plain' | 'quiet'
  readonly onPress: () => void
  readonly children: ComponentChildren
}

/** A button inside a panel. Several buttons need a `key` each, or one could turn into another while it is pressed. */
export function Button({ look, onPress, children }: ButtonProps) {
  return (
    <button type="button" class={look} part={`button ${look}`} onClick={onPress}>
      {children}
    </button>
  )
}
