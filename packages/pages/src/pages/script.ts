/**
 * The one script of all pages, an ES module. Every page works without it.
 *
 * Why text: the programs that serve it have no build step, and are packed into single files. The files below `browser`
 * share one scope, in this order. test/gallery runs them in Chromium and holds their budget.
 */
import { filtering } from "./browser/filtering.ts"
import { controls } from "./browser/controls.ts"
import { live } from "./browser/live.ts"
import { peeking } from "./browser/peeking.ts"

export const script = [live, filtering, peeking, controls].join("")
