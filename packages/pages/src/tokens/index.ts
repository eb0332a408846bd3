/**
 * The one visual language of every page: embeds, payroll application, inspectors, docs. `colours.ts` has the colours,
 * light and dark; `tokens.ts` makes CSS custom properties of them, and of type and spaces; `base.ts` has the elements
 * that all pages share; `accent.ts` makes a partner's colour legible.
 *
 * Why text in TypeScript and not .css files: the pages are served by Node programs that have no build step, and packed
 * into single files.
 *
 * The trap: colours are pairs of text and background. `tokens.test.ts` computes the contrast of each pair; a new colour
 * belongs into a pair there.
 */
export { base } from "./base.ts"
export { colours } from "./colours.ts"
export { tokens } from "./tokens.ts"
