/** How a document is laid out is no change of it: other layouts each time. */
import { sameTests } from "./sameTests.ts"

sameTests({ small: 30, large: 5, classes: 4 })
