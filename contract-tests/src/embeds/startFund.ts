import type { FundProfile } from "@embedded-super/contracts/schemas"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Control, controlOf } from "./control.ts"
import { type RunningSimulator, startFundSimulator } from "../programs/simulators.ts"

type Form = NonNullable<(typeof FundProfile.Encoded)["operations"]["employer_details"]>["form"]

export interface FundOptions {
  /** Flags of the simulator, for example `--fund waratah --auth api_key`. */
  readonly flags?: ReadonlyArray<string>
  /** The fund's questions to the employer at confirmation, in place of the simulator's own form. */
  readonly form?: Form
}

/** A simulated fund, whose profile has the wanted form before an operator loads it. */
export const startFund = async ({
  flags = [],
  form
}: FundOptions): Promise<{ readonly program: RunningSimulator; readonly control: Control }> => {
  const program = await startFundSimulator(...flags)
  if (form !== undefined) {
    const file = join(program.dataDir, "fund-profile.json")
    const profile = JSON.parse(readFileSync(file, "utf8"))
    profile.operations.employer_details.form = form
    writeFileSync(file, JSON.stringify(profile))
  }
  return { program, control: controlOf(program.url) }
}
