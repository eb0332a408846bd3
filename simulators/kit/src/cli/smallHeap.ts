/**
 * Keeps a simulator small: it is kept open all day beside other programs, and V8 alone would let its heap grow to several
 * times what lives in it. Imported first by the program, before there is much in memory.
 */
import { setFlagsFromString } from "node:v8"

// New objects stay in as little room as there is at the start, and the rest grows by a third before it is tidied.
setFlagsFromString("--semi-space-growth-factor=1")
setFlagsFromString("--heap-growing-percent=30")
// Each compiler's threads keep the memory that they once needed. What runs hot reaches the best compiler without this one.
setFlagsFromString("--no-maglev")
