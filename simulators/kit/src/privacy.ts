import { withoutTfns as withoutTfnsBy } from "@embedded-super/http-manners"

/** Masks for personal data in a simulator's output. */

/** Hides every number that could be a tax file number. A last safeguard: such texts shouldn't hold one. */
export const withoutTfns = (text: string): string => withoutTfnsBy(text, "•••••••••")

/** The initials of names: `N. O.` */
export const initials = (...names: ReadonlyArray<string | undefined>): string =>
  names
    .flatMap((name) => [...(name?.trim() ?? "")].slice(0, 1))
    .map((letter) => `${letter.toUpperCase()}.`)
    .join(" ")

/** The first letter and the domain of an e-mail address: `n***@example.com` */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf("@")
  return at < 1 ? "***" : `${[...email][0]}***${email.slice(at)}`
}

/** Hides the middle of a personal identifier: `80 ••• 001`. */
export const masked = (identifier: string): string =>
  identifier.length < 7 ? "•••" : `${identifier.slice(0, 2)} ••• ${identifier.slice(-3)}`

/** Masks the long numbers of a sentence, because they may identify a person. */
export const withoutNumbers = (text: string): string => text.replace(/(?<![\w-])\d{7,}(?![\w-])/g, masked)
