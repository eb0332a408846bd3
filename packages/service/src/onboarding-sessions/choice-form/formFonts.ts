import type { Font } from "fontkit"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** Noto Sans (SIL Open Font License), which has the letters of names in Latin, Greek and Cyrillic script. */
const REGULAR = import.meta.resolve("@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf")
const BOLD = import.meta.resolve("@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf")

const read = (url: string): Buffer => readFileSync(fileURLToPath(url))

/** The fonts that forms are set in. They are parsed once: that takes as long as ten forms. */
export interface FormFonts {
  readonly regular: Font
  readonly bold: Font
  /** The text with a mark for each letter that the fonts don't have, as Chinese and Arabic ones. */
  readonly printable: (text: string) => string
}

/** What stands for a letter that can't be printed. */
export const MARK = "\ufffd"

export const formFonts: Effect.Effect<FormFonts> = Effect.gen(function* () {
  const { create } = yield* Effect.promise(() => import("fontkit"))
  const regular = create(read(REGULAR)) as Font
  const bold = create(read(BOLD)) as Font
  const printable = (text: string) =>
    [...text.normalize("NFC")]
      .map((letter) => (regular.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : MARK))
      .join("")
  return { regular, bold, printable }
})
