/** The one style sheet: the Workbench's own rules beside the tokens and the elements that all pages share. */
import { base, tokens } from "@embedded-super/pages/tokens/index"
import { entries } from "./style/entries.ts"
import { frame } from "./style/frame.ts"
import { parts } from "./style/parts.ts"

export const style = [tokens, base, frame, parts, entries].join("\n")
