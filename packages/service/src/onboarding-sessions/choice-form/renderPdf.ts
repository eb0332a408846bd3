import type { Font } from "fontkit"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { ChoiceForm, Section } from "./choiceForm.ts"

/** Noto Sans (SIL Open Font License), which covers names in Latin, Greek and Cyrillic script. */
const REGULAR = import.meta.resolve("@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf")
const BOLD = import.meta.resolve("@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf")

const read = (url: string): Buffer => readFileSync(fileURLToPath(url))

/** The fonts of the forms, parsed once: parsing takes as long as ten forms. */
interface FormFonts {
  readonly regular: Font
  readonly bold: Font
  /** The text, if the fonts have all its characters; else its printable part, with a remark. */
  readonly printable: (text: string) => string
}

/** Replaces characters that the fonts lack (Chinese, Arabic), because boxes and question marks are no name. */
const LACKED = "in characters that this form can't show"

export const formFonts: Effect.Effect<FormFonts> = Effect.gen(function* () {
  const { create } = yield* Effect.promise(() => import("fontkit"))
  const regular = create(read(REGULAR)) as Font
  const bold = create(read(BOLD)) as Font
  const has = (letter: string) => regular.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
  const printable = (text: string) => {
    const letters = [...text.normalize("NFC")]
    if (letters.every(has)) return letters.join("")
    const left = letters
      .map((letter) => (has(letter) ? letter : "…"))
      .join("")
      .replace(/…+/g, "…")
    return /[\p{L}\p{N}]/u.test(left) ? `${left} (in part ${LACKED})` : `(${LACKED})`
  }
  return { regular, bold, printable }
})

const MARGIN = 56
const LABEL_WIDTH = 190

const UNPRINTABLE =
  "The electronic record holds each name as it was given. An ABN, a USI or an account number names the same fund or " +
  "business as the name beside it."

/** The library accepts a parsed font, but its types don't. */
const parsed = (font: Font) => font as unknown as string

/**
 * The metadata by which readers know an accessible document (PDF/UA-1). The library's own option for it (`subset`) also
 * writes a wrong CIDSet for each font, which PDF/UA-1 forbids.
 */
const ACCESSIBLE = `
        <rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="">
            <pdfuaid:part>1</pdfuaid:part>
        </rdf:Description>
        `

/**
 * Renders a form as a PDF on A4: text throughout, tagged as headings, paragraphs and tables whose labels are headers,
 * with title and language, so that a screen reader reads it in order (PDF/UA-1). The same form made at the same time is
 * the same bytes. Yields to other fibers between sections.
 */
export const renderPdf = Effect.fnUntraced(function* (form: ChoiceForm, fonts: FormFonts, madeAt: Date) {
  const { default: PDFDocument } = yield* Effect.promise(() => import("pdfkit"))
  const document = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    pdfVersion: "1.7",
    tagged: true,
    lang: "en-AU",
    displayTitle: true,
    // None: the first text sets one by its name.
    font: "",
    info: { Title: form.title, Author: "Embedded Super", CreationDate: madeAt, ModDate: madeAt }
  })
  document.appendXML(ACCESSIBLE)
  // Fonts are passed by name: a table's cells copy their options, and a font is large. With a family a table finds the
  // font again that it left; without one it parses it anew for each cell.
  document.registerFont("regular", parsed(fonts.regular), "regular")
  document.registerFont("bold", parsed(fonts.bold), "bold")
  const root = document.struct("Document")
  document.addStructure(root)

  const write = (tag: string, font: "regular" | "bold", size: number, text: string, gap: number) => {
    const set = () => {
      document.font(font).fontSize(size).text(fonts.printable(text), MARGIN)
    }
    root.add(document.struct(tag, {}, set))
    document.y += gap
  }

  const writeRows = ({ rows }: Section) => {
    document.font("regular").fontSize(10)
    document.table({
      structParent: root,
      position: { x: MARGIN },
      columnStyles: [LABEL_WIDTH, "*"],
      defaultStyle: { border: [0, 0, 0.5, 0], borderColor: "#808080", padding: [3, 4, 3, 0] },
      data: rows.map(([label, value]) => [
        { type: "TH", scope: "Row", text: label },
        { text: fonts.printable(value), font: { src: "bold" } }
      ])
      // The types lack structParent and scope.
    } as PDFKit.Mixins.TableOptionsWithData)
    document.y += 12
  }

  write("H1", "bold", 17, form.title, 4)
  write("P", "regular", 10, form.introduction, 10)
  for (const section of form.sections) {
    yield* Effect.yieldNow
    write("H2", "bold", 12, section.heading, 3)
    if (section.paragraph !== undefined) write("P", "regular", 10, section.paragraph, 3)
    writeRows(section)
  }
  if (fonts.printable(JSON.stringify(form)).endsWith(`${LACKED})`)) write("P", "regular", 8, UNPRINTABLE, 4)
  write("P", "regular", 8, form.footer, 0)
  root.end()

  return yield* Effect.callback<Uint8Array>((resume) => {
    const chunks: Array<Uint8Array> = []
    document.on("data", (chunk: Uint8Array) => chunks.push(chunk))
    document.on("end", () => resume(Effect.succeed(new Uint8Array(Buffer.concat(chunks)))))
    document.end()
  })
})
