import type { Flaw } from "../Flaw.ts"
import { employerTwice } from "./employerTwice.ts"
import { formerEmployersListed } from "./formerEmployersListed.ts"
import { listAsWorkbook } from "./listAsWorkbook.ts"
import { listInAnotherFormat } from "./listInAnotherFormat.ts"
import { listInUtf16 } from "./listInUtf16.ts"
import { listNamedInCapitals } from "./listNamedInCapitals.ts"
import { listOfNobody } from "./listOfNobody.ts"
import { listWithRoundedNumbers } from "./listWithRoundedNumbers.ts"
import { listWithSemicolons } from "./listWithSemicolons.ts"
import { listWithShortRows } from "./listWithShortRows.ts"
import { listWithoutHeader } from "./listWithoutHeader.ts"
import { listWithoutLeadingDigits } from "./listWithoutLeadingDigits.ts"
import { placeholderNumbers } from "./placeholderNumbers.ts"

export const list: ReadonlyArray<Flaw> = [
  listWithoutHeader,
  listWithSemicolons,
  listInUtf16,
  listAsWorkbook,
  listWithShortRows,
  listOfNobody,
  listWithRoundedNumbers,
  listWithoutLeadingDigits,
  listInAnotherFormat,
  employerTwice,
  placeholderNumbers,
  formerEmployersListed,
  listNamedInCapitals
]
