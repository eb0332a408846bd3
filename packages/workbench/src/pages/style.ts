import { base, tokens } from "@embedded-super/design-tokens"

export const style = `${tokens}\n${base}`
