/**
 * Keeps a simulator's memory small: it runs all day beside other programs, and V8 by default would let its heap grow to
 * several times its live data. The program must import this first, before there is much in memory.
 */
import { setFlagsFromString } from "node:v8"

// The space for new objects keeps its initial size, and the rest grows by a third before it is collected.
setFlagsFromString("--semi-space-growth-factor=1")
setFlagsFromString("--heap-growing-percent=30")
// Each compiler's threads keep the memory that they once needed. Hot code reaches the optimising compiler without this
// one.
setFlagsFromString("--no-maglev")
// A simulator mostly runs for the minutes of a test: its hot code is optimised after a thousand calls, not three thousand.
setFlagsFromString("--invocation-count-for-turbofan=1000")
