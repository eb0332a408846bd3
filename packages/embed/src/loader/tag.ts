/** The loader for a plain script tag: `new EmbeddedSuper.Embed(…)`. */
import { Embed } from "./Embed.ts"

Object.assign(globalThis, { EmbeddedSuper: { Embed } })
