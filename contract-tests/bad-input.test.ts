/** An eighth of the faults at each operation, and each text with one of six characters; all of it: bad-input.long.test.ts. */
import { badInputTests } from "./src/bad-input/badInputTests.ts"

badInputTests({ faults: 8, characters: 6 })
