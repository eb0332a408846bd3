/** A third of the faults, and each text with one or two of six characters; all of it: bad-input.long.test.ts. */
import { badInputTests } from "./src/bad-input/badInputTests.ts"

badInputTests({ faults: 3, characters: 5 })
