/**
 * The conformance kit, which checks this simulator when its page is asked to. `OwnCheck` loads it only then.
 *
 * The packed simulator holds none: the kit is larger than the simulator, and has a package of its own (`pack.ts` leaves
 * this module out).
 */
import { reportFiles } from "@embedded-super/check/report"
import { watchedRun } from "@embedded-super/check"
import { checkFund } from "@embedded-super/check/fund"

export const kit: Kit | undefined = { checkFund, reportFiles, watchedRun }

export interface Kit {
  readonly checkFund: typeof checkFund
  readonly reportFiles: typeof reportFiles
  readonly watchedRun: typeof watchedRun
}
