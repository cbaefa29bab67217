// In the script's build this stands in place of `preact/hooks`, which `@preact/signals` imports for its own hooks and for
// signals that are rendered as children. The widget uses neither: it reads `.value` while it renders.
export const useEffect = () => {}
export const useMemo = () => {}
export const useRef = () => {}
