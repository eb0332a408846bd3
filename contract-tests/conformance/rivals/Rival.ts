/** What the kill matrix needs of a rival: a general tool that judges a server against the same API description. */
import type { FundAuthentication } from "@embedded-super/contracts/schemas"
import type { OtherFund } from "../../../simulators/fund/src/flaws/index.ts"
import type { ForeignFund } from "../fleet/fund/foreignFunds.ts"

/** A fund of the fleet. Each check starts it anew: what one tool registered must not change what another gets. */
export type Subject =
  | { readonly kind: "simulated"; readonly flaw?: OtherFund; readonly variant?: OtherFund }
  | { readonly kind: "foreign"; readonly fund: ForeignFund; readonly flaw?: string }

export type Offered = "registration" | "lookup" | "details"

/** A started fund, and what an engineer who tests it knows about it. */
export interface StartedFund {
  /** Its origin, without a path. */
  readonly url: string
  readonly flow: FundAuthentication["flow"]
  /** The header with valid credentials; undefined for mutual TLS, and for a flow that signs each call. */
  readonly header: { readonly name: string; readonly value: string } | undefined
  /** The authority of its certificate; undefined over plain http. */
  readonly caFile: string | undefined
  /** The caller's certificate and key in one file, for mutual TLS. */
  readonly certificateFile: string | undefined
  /** The operations that it offers by API. */
  readonly offers: ReadonlyArray<Offered>
  readonly usi: string
  /** A folder of this run, which is removed afterwards. */
  readonly folder: string
  /** The file with the fund's own API description (describe.ts). */
  readonly description: string
}

/** What a tool said about one fund. */
export interface Opinion {
  /** By operation, or step, and kind; without values that change from run to run. */
  readonly complaints: ReadonlyArray<string>
}

/** A tool, in a file of its own in this folder. */
export interface Tool {
  readonly name: string
  /** How it is run and what counts as a complaint, for the docs. */
  readonly method: string
  /** Read from the tool; undefined: it isn't installed. */
  readonly version: () => Promise<string | undefined>
  /** Why it can't judge funds with these callers; undefined: it can. */
  readonly cannot: (fund: StartedFund) => string | undefined
  readonly judge: (fund: StartedFund) => Promise<Opinion>
}

export interface RivalVerdict {
  /** `caught`: it has a complaint that the correct fund doesn't get. */
  readonly verdict: "caught" | "missed" | "cannot"
  /** Milliseconds from the tool's start to its end, without the fund's start. */
  readonly took: number
  /** The first of its new complaints, or why it can't. */
  readonly said: ReadonlyArray<string>
}

/** A column of the kill matrix. */
export interface Rival {
  readonly name: string
  readonly version: string
  readonly method: string
  /** What it complains about at the plain, correct simulator; these complaints count nowhere. */
  readonly falseAlarms: () => Promise<ReadonlyArray<string>>
  /** On a correct fund, `caught` is a false alarm. */
  readonly check: (subject: Subject) => Promise<RivalVerdict>
}
