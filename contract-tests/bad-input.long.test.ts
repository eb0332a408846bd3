/** Every fault, and each text with every character. */
import { badInputTests } from "./src/bad-input/badInputTests.ts"

badInputTests({ faults: 1, characters: 1 })
