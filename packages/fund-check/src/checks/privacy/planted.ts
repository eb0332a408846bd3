import type { Answer } from "../../FundUnderTest.ts"

/** A number that people also write in groups. */
const inGroups = (digits: string): RegExp => new RegExp([...digits].join("[ .\\-]?"))

const everythingIn = ({ headers, text }: Answer): string => `${Object.values(headers).join("\n")}\n${text}`

/** The text as it is, and with escapes of JSON and of addresses resolved. */
const readings = (text: string): ReadonlyArray<string> => [
  text,
  text.replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
  text.replace(/%([0-7][0-9a-fA-F])/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
]

export const holdsNumber = (answer: Answer, digits: string): boolean =>
  readings(everythingIn(answer)).some((text) => inGroups(digits).test(text))

export const holdsText = (answer: Answer, planted: string): boolean =>
  readings(everythingIn(answer)).some((text) => text.toLowerCase().includes(planted.toLowerCase()))
