/**
 * The forms in which people paste the numbers that the service asks for. The rules, the service, the embeds' fields and the
 * payroll application's are each tried with all of them.
 */
import type { PastedNumber } from "../../src/runtime/pasted.ts"

/** Separators that end up between digits. */
const between: Readonly<Record<string, string>> = {
  nothing: "",
  "a space": " ",
  "two spaces": "  ",
  "a no-break space": "\u00a0",
  "a narrow no-break space": "\u202f",
  "a figure space": "\u2007",
  "an ideographic space": "\u3000",
  "a zero-width space": "\u200b",
  "a word joiner": "\u2060",
  "a byte order mark": "\ufeff",
  "a soft hyphen": "\u00ad",
  "a mark of direction": "\u200e",
  "a hyphen": "-",
  "a Unicode hyphen": "\u2010",
  "a no-break hyphen": "\u2011",
  "a figure dash": "\u2012",
  "an en dash": "\u2013",
  "an em dash": "\u2014",
  "a minus sign": "\u2212",
  "a full-width hyphen": "\uff0d",
  "a dot": ".",
  "a slash": "/",
  "an en dash between spaces": " \u2013 "
}

/** Characters that end up around a number. */
const around: Readonly<Record<string, (text: string) => string>> = {
  "no-break spaces around it": (text) => `\u00a0${text}\u00a0`,
  "an embedding, as from Apple's Contacts": (text) => `\u202d${text}\u202c`,
  "isolates around it": (text) => `\u2068${text}\u2069`,
  "a zero-width space at its end": (text) => `${text}\u200b`,
  "quotation marks": (text) => `"${text}"`,
  "a bracket around it": (text) => `(${text})`,
  "an apostrophe in front, as spreadsheets write": (text) => `'${text}`
}

const named = (name: string): Readonly<Record<string, (text: string) => string>> => ({
  [`“${name}: ” in front`]: (text) => `${name}: ${text}`,
  [`“${name.toLowerCase()}” in front`]: (text) => `${name.toLowerCase()}${text}`,
  [`“${name}” and a no-break space in front`]: (text) => `${name}\u00a0${text}`
})

/** `Kind`: the numbers that the service takes as they were pasted, unless another is named. */
export interface PastedField<Kind extends PastedNumber = Exclude<PastedNumber, "code">> {
  readonly kind: Kind
  /** The groups in which the number is written. */
  readonly groups: ReadonlyArray<string>
  /** The form in which it is kept. */
  readonly value: string
  /** The label that people see in front of the value, and copy with it. */
  readonly name?: string
}

export const pastedFields: ReadonlyArray<PastedField> = [
  { kind: "abn", groups: ["51", "824", "753", "556"], value: "51824753556", name: "ABN" },
  { kind: "tfn", groups: ["123", "456", "782"], value: "123456782", name: "TFN" },
  { kind: "phone", groups: ["0491", "570", "006"], value: "+61491570006", name: "Mobile" },
  { kind: "phone", groups: ["+61", "491", "570", "006"], value: "+61491570006", name: "Tel" },
  { kind: "bsb", groups: ["062", "000"], value: "062000", name: "BSB" },
  { kind: "account", groups: ["1234", "5678"], value: "12345678", name: "Account" },
  { kind: "usi", groups: ["STA", "0100", "AU"], value: "STA0100AU", name: "USI" },
  { kind: "usi", groups: ["sta", "0100", "au"], value: "STA0100AU", name: "USI" },
  { kind: "usi", groups: ["60", "905", "115", "063", "003"], value: "60905115063003", name: "USI" },
  { kind: "postcode", groups: ["08", "00"], value: "0800" }
]

export interface PastedForm<Kind extends PastedNumber = PastedField["kind"]> extends PastedField<Kind> {
  readonly how: string
  readonly text: string
}

const formsOf = <Kind extends PastedNumber>(field: PastedField<Kind>): ReadonlyArray<PastedForm<Kind>> => {
  const { groups, name } = field
  const usual = groups.join(" ")
  const forms: ReadonlyArray<readonly [how: string, text: string]> = [
    ...Object.entries(between).map(([how, mark]) => [`${how} between`, groups.join(mark)] as const),
    ...Object.entries({ ...around, ...(name === undefined ? {} : named(name)) }).map(
      ([how, put]) => [how, put(usual)] as const
    )
  ]
  return forms.map(([how, text]) => ({ ...field, how, text }))
}

/** Every form of every field that the service takes as it was pasted. */
export const pastedForms: ReadonlyArray<PastedForm> = pastedFields.flatMap((field) => formsOf(field))

/** Every form of the code from a text message. The embed alone reads it, and sends six digits. */
export const pastedCodes: ReadonlyArray<PastedForm<"code">> = formsOf({
  kind: "code",
  groups: ["402", "917"],
  value: "402917"
})
