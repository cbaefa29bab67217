// The parts of Eleventy and of its Markdown that the site uses. Both come without types.
declare module '@11ty/eleventy' {
  export interface Token {
    type: string
    tag: string
    content: string
    info: string
    hidden: boolean
    children: Token[] | null
    attrGet(name: string): string | null
    attrSet(name: string, value: string): void
  }

  interface State {
    readonly tokens: Token[]
    /** What `addTemplate` was given. */
    readonly env: { readonly file: string }
  }

  type Rule = (tokens: Token[], at: number, options: unknown, env: unknown) => string

  export interface Markdown {
    set(options: { readonly html: boolean; readonly linkify: boolean }): void
    readonly core: { readonly ruler: { push(name: string, rule: (state: State) => void): void } }
    readonly renderer: { readonly rules: Record<string, Rule | undefined> }
    readonly utils: { escapeHtml(text: string): string }
  }

  export interface EleventyConfig {
    setUseGitIgnore(use: boolean): void
    addTemplate(path: string, content: string, data: Readonly<Record<string, unknown>>): void
    addPassthroughCopy(fromTo: Readonly<Record<string, string>>): void
    amendLibrary(name: 'md', amend: (markdown: Markdown) => void): void
    addFilter(name: string, filter: (this: { page: { url: string } }, text: string) => unknown): void
    addGlobalData(name: string, value: unknown): void
    setLayoutsDirectory(folder: string): void
  }

  export default class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { readonly quietMode: boolean; config(config: EleventyConfig): void },
    )
    write(): Promise<void>
  }
}
