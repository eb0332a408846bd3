import * as Effect from "effect/Effect"
import { extractText, getDocumentProxy, getMeta } from "unpdf"

/** The text content of a PDF in reading order, its title and its language. */
export const textOfPdf = (pdf: Uint8Array | undefined) =>
  Effect.promise(async () => {
    if (pdf === undefined) throw new Error("There is no PDF")
    const document = await getDocumentProxy(pdf.slice())
    const { text } = await extractText(document, { mergePages: true })
    const { info } = await getMeta(document)
    return {
      text: text.replaceAll(/\s+/g, " "),
      title: info.Title as string,
      language: info.Language as string
    }
  })
