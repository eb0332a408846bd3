/** The address of the docs in the examples of the specs. */
const PUBLISHED = "https://docs.embedded-super.example"

/** A text with the true address of the docs in place of that of the examples. */
export const withDocsAt = (text: string, docsUrl: string): string => {
  const root = docsUrl.replace(/\/+$/, "")
  return text.replaceAll(`${PUBLISHED}/errors#`, `${root}/errors/#`).replaceAll(PUBLISHED, root)
}
