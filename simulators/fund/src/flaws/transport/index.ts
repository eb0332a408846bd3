import type { Flaw } from "../Flaw.ts"
import { alwaysCompressed } from "./alwaysCompressed.ts"
import { answersAsHtml } from "./answersAsHtml.ts"
import { anyMethodAccepted } from "./anyMethodAccepted.ts"
import { arrayCrash } from "./arrayCrash.ts"
import { byteOrderMark } from "./byteOrderMark.ts"
import { charsetRefused } from "./charsetRefused.ts"
import { jsonRefused } from "./jsonRefused.ts"
import { contentTypeIgnored } from "./contentTypeIgnored.ts"
import { emptyBodyAccepted } from "./emptyBodyAccepted.ts"
import { emptyBodyCrash } from "./emptyBodyCrash.ts"
import { firstOfArrayTaken } from "./firstOfArrayTaken.ts"
import { headerNamesByLetters } from "./headerNamesByLetters.ts"
import { largeBodyRefused } from "./largeBodyRefused.ts"
import { malformedAccepted } from "./malformedAccepted.ts"
import { malformedAnswered403 } from "./malformedAnswered403.ts"
import { malformedCrash } from "./malformedCrash.ts"
import { mediaTypeByLetters } from "./mediaTypeByLetters.ts"
import { nullBodyCrash } from "./nullBodyCrash.ts"
import { onePieceRead } from "./onePieceRead.ts"
import { otherEncodingCrash } from "./otherEncodingCrash.ts"
import { otherMethodCrash } from "./otherMethodCrash.ts"
import { redirectsToSlash } from "./redirectsToSlash.ts"
import { truncatedBodyCompleted } from "./truncatedBodyCompleted.ts"

export const transport: ReadonlyArray<Flaw> = [
  charsetRefused,
  jsonRefused,
  mediaTypeByLetters,
  contentTypeIgnored,
  malformedCrash,
  malformedAccepted,
  malformedAnswered403,
  arrayCrash,
  emptyBodyCrash,
  emptyBodyAccepted,
  nullBodyCrash,
  otherEncodingCrash,
  truncatedBodyCompleted,
  firstOfArrayTaken,
  anyMethodAccepted,
  otherMethodCrash,
  answersAsHtml,
  byteOrderMark,
  alwaysCompressed,
  redirectsToSlash,
  largeBodyRefused,
  headerNamesByLetters,
  onePieceRead
]
