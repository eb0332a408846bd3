/** Where `start` serves the docs by default: what plays a part of the system and knows no other docs leads there. */
export const LOCAL_DOCS = "http://localhost:4000/docs"

/** The `type` of this project's problems: the entry of their code in the docs at this address. */
export const problemTypeIn =
  (docsUrl: string) =>
  (code: string): string =>
    `${docsUrl.replace(/\/+$/, "")}/errors/#${code}`
