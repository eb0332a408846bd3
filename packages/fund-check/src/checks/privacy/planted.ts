import { holdsNumber as textHolds } from "@embedded-super/fund-rules/calls/holdsNumber"
import type { Answer } from "../../FundUnderTest.ts"

const everythingIn = ({ headers, text }: Answer): string => `${Object.values(headers).join("\n")}\n${text}`

/** The text as it is, and with escapes of JSON and of addresses resolved. */
const readings = (text: string): ReadonlyArray<string> => [
  text,
  text.replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
  text.replace(/%([0-7][0-9a-fA-F])/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
]

export const holdsNumber = (answer: Answer, digits: string): boolean =>
  readings(everythingIn(answer)).some((text) => textHolds(text, digits))

export const holdsText = (answer: Answer, planted: string): boolean =>
  readings(everythingIn(answer)).some((text) => text.toLowerCase().includes(planted.toLowerCase()))
