import { Component, type ComponentChild, type ComponentClass } from 'preact'

/**
 * A component whose instances keep something of their own from their first render on, such as a signal. Preact's hooks would
 * do the same, and cost the script 800 bytes.
 * @param makeOwn makes what one instance keeps
 */
export const withOwn = <Props, Own>(
  makeOwn: () => Own,
  view: (props: Props, own: Own) => ComponentChild,
): ComponentClass<Props> =>
  class extends Component<Props> {
    readonly own = makeOwn()

    override render(): ComponentChild {
      return view(this.props, this.own)
    }
  }
