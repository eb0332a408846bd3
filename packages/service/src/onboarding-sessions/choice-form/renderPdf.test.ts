import { assert, it } from "@effect/vitest"
import { isLatin } from "@embedded-super/contracts/pasted"
import * as Effect from "effect/Effect"
import { extractText, getDocumentProxy } from "unpdf"
import { exampleForms } from "../../../test/exampleForms.ts"
import { formFonts, renderPdf } from "./renderPdf.ts"

type Proxy = Awaited<ReturnType<typeof getDocumentProxy>>
type Page = Awaited<ReturnType<Proxy["getPage"]>>

const pagesOf = async (document: Proxy): Promise<ReadonlyArray<Page>> =>
  Promise.all(Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)))

/** The texts of a page that no tag contains: a screen reader skips them. */
const untagged = async (page: Page): Promise<ReadonlyArray<string>> => {
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  const found: Array<string> = []
  let depth = 0
  for (const item of items) {
    if ("str" in item) {
      if (depth === 0 && item.str.trim() !== "") found.push(item.str)
    } else depth += item.type === "endMarkedContent" ? -1 : 1
  }
  return found
}

interface Node {
  readonly role?: string
  readonly children?: ReadonlyArray<unknown>
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "children" in value

/** The roles of a tree's nodes, with the role that contains each: `Table>TR`. */
const rolesIn = (node: Node): ReadonlyArray<string> =>
  (node.children ?? []).filter(isNode).flatMap((child) => [`${node.role}>${child.role}`, ...rolesIn(child)])

it.effect("the letters of every name that the identity step takes can be shown", () =>
  Effect.gen(function* () {
    const { printable } = yield* formFonts
    const letters = Array.from({ length: 0x2000 }, (_, code) => String.fromCodePoint(code)).filter(
      (letter) => /^[\p{L}\p{M}]$/u.test(letter) && isLatin(letter)
    )
    assert.isAbove(letters.length, 1000)
    assert.deepStrictEqual(
      letters.filter((letter) => printable(letter) !== letter.normalize("NFC")),
      []
    )
  })
)

it.effect("what can't be shown is said in words, in every field that takes another script", () =>
  Effect.gen(function* () {
    const fonts = yield* formFonts
    const note = "(in characters that this form can't show)"
    const part = "(in part in characters that this form can't show)"
    const fields = [
      ["Fund name", "李家自管基金", note],
      ["Fund name", "李家 Family Fund", `… Family Fund ${part}`],
      ["Bank account name", "李小明、王芳", note],
      ["Member", "محمد", note],
      ["Employee number", "員工-42", `…-42 ${part}`],
      ["Business name", "Wattle 🌿 小龙 Pty Ltd", `Wattle … … Pty Ltd ${part}`],
      ["Business name", "Ωμέγα Пекарня Đặng", "Ωμέγα Пекарня Đặng"]
    ] as const
    const form = {
      title: "Superannuation standard choice form",
      introduction: "-",
      sections: [{ heading: "1", rows: fields.map(([label, value]) => [label, value] as const) }],
      footer: "-"
    }
    const pdf = yield* renderPdf(form, fonts, new Date(0))
    const text = yield* Effect.promise(async () => {
      const read = await extractText(await getDocumentProxy(pdf.slice()), { mergePages: true })
      return read.text.replace(/\s+/g, " ")
    })
    assert.notMatch(text, /[\ufffd\u25a1]/)
    for (const [label, , shown] of fields) assert.include(text, `${label} ${shown}`)
    assert.include(text, "The electronic record holds each name as it was given.")
  })
)

it.effect(
  "a form is an accessible PDF: tagged throughout, with title, language and the mark of PDF/UA-1",
  () =>
    Effect.gen(function* () {
      for (const { content, name, pdf } of yield* exampleForms) {
        yield* Effect.promise(async () => {
          const document = await getDocumentProxy(pdf.slice())
          const { info, metadata } = await document.getMetadata()
          const said = info as Record<string, unknown>
          assert.strictEqual(said["Title"], content.title, name)
          assert.strictEqual(said["Language"], "en-AU", name)
          assert.deepInclude(await document.getMarkInfo(), { Marked: true }, name)
          assert.deepInclude<unknown>(await document.getViewerPreferences(), { DisplayDocTitle: true }, name)
          assert.strictEqual(metadata.get("pdfuaid:part"), "1", name)
          const pages = await pagesOf(document)
          for (const page of pages) assert.deepStrictEqual(await untagged(page), [], name)
          const trees = await Promise.all(pages.map((page) => page.getStructTree()))
          const roles = trees.flatMap((tree) => rolesIn(tree as Node))
          const count = (role: string) => roles.filter((one) => one === role).length
          assert.strictEqual(count("Document>H1"), 1, name)
          assert.isAtLeast(count("Document>H2"), content.sections.length, name)
          assert.isAtLeast(count("Document>P"), 3, name)
          // Each row of a table has a header and a value.
          const rows = content.sections.flatMap((section) => section.rows).length
          assert.isAtLeast(count("Table>TR"), rows, name)
          assert.isAtLeast(count("TR>TH"), rows, name)
          assert.isAtLeast(count("TR>TD"), rows, name)
        })
      }
    })
)
