/**
 * Which failures explain which. A receiver that verifies nothing fails sixteen checks with one mistake, and the report should
 * show one finding: a check that another's failure explains is part of that one's finding.
 *
 * The trap: a mistake that is counted to another one's finding is seen only once that one is corrected. So a row stands here
 * only if its failure makes the others all but certain.
 */
import type { PartnerCheck } from "../PartnerUnderTest.ts"

interface Row {
  /** The check whose failure explains the others'. */
  readonly origin: string
  readonly explains: RegExp
}

/** A check whose failure explains more comes later, so that a failure is counted to the nearest mistake. */
const rows: ReadonlyArray<Row> = [
  { origin: "SIGNATURE-2.1-7", explains: /^SIGNATURE-2\.1-(?:8|23)$/ },
  { origin: "SIGNATURE-2.1-8", explains: /^SIGNATURE-2\.1-23$/ },
  // All deliveries are accepted, whatever their signature.
  {
    origin: "SIGNATURE-2.1-4",
    explains: /^(?:SIGNATURE-2\.1-(?:[5-9]|1[0-245]|19|2[1-3])|ROTATION-2\.1-7)$/
  },
  { origin: "ROTATION-2.1-1", explains: /^ROTATION-2\.1-[2-4]$/ },
  { origin: "ROTATION-2.1-2", explains: /^ROTATION-2\.1-[34]$/ },
  { origin: "ROTATION-2.1-3", explains: /^ROTATION-2\.1-4$/ },
  { origin: "ANSWER-2.1-1", explains: /^(?:ORDER-3-8|DUPLICATE-6-2)$/ },
  { origin: "ANSWER-2.1-4", explains: /^ORDER-3-7$/ },
  { origin: "CALLBACK-4.1-2", explains: /^ORDER-3-(?:[1-4]|11)$/ },
  { origin: "CALLBACK-4.1-3", explains: /^(?:CALLBACK-4\.1-7|DUPLICATE-3-\d)$/ },
  { origin: "CALLBACK-4.1-6", explains: /^CALLBACK-4\.1-7$/ },
  { origin: "CALLBACK-4.1-7", explains: /^DUPLICATE-3-\d$/ },
  { origin: "DUPLICATE-3-1", explains: /^DUPLICATE-3-[2-5]$/ },
  // No entity is fetched.
  { origin: "CALLBACK-4.1-1", explains: /^(?:CALLBACK-4\.1-(?:[2-7]|11)|ORDER-3-1[0-2]|DUPLICATE-2\.1-2)$/ },
  // All deliveries are refused.
  {
    origin: "SIGNATURE-2.1-1",
    explains: /^(?:SIGNATURE-2\.1-(?:[23]|1[346-8]|20)|ROTATION-2\.1-[1-6]|ANSWER|CALLBACK|ORDER|DUPLICATE)/
  }
]

/** The check, with all whose failure explains its own. */
export const withOrigins = (check: PartnerCheck): PartnerCheck => {
  const origins = rows.filter(({ explains }) => explains.test(check.id)).map(({ origin }) => origin)
  return { ...check, restsOn: [...(check.restsOn ?? []), ...origins] }
}
