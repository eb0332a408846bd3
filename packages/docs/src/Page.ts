/** A page of the docs: written by people, or made of the specs. */
export interface Page {
  /** Where it is, below the root of the docs: `partners/webhooks`; the home page's is `index`. */
  readonly slug: string
  readonly title: string
  /** One sentence, for search results and for llms.txt. */
  readonly description: string
  /** Markdown without its title. */
  readonly body: string
}

/** The page as a file for the site's builder. JSON is YAML, too, so any title fits. */
export const fileOf = ({ body, description, title }: Page): string =>
  `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\n---\n\n${body.trim()}\n`

/** A diagram; what it shows is in words beside it. */
const diagram = /^<div class="sequence .*\n\n/gm

/** The page as plain Markdown, for people and programs that read the source. */
export const plainOf = ({ body, title }: Page): string =>
  `# ${title}\n\n${body.trim().replaceAll(diagram, "")}\n`
