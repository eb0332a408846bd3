/** What the kill matrix needs of a rival: a general tool that judges a server against the same API description. */
import type { FundAuthentication } from "@embedded-super/contracts/schemas"
import type { OtherFund } from "../../../simulators/fund/src/flaws/index.ts"
import type { ForeignFund } from "../fleet/fund/foreignFunds.ts"

/** A fund of the fleet. Each check starts it anew: what one tool registered must not change what another sees. */
export type Subject =
  | {
      readonly kind: "simulated"
      readonly played: { readonly flaw?: OtherFund } | { readonly variant?: OtherFund }
    }
  | { readonly kind: "foreign"; readonly fund: ForeignFund; readonly flaw?: string }

/** A started fund, and what a caller needs to be accepted by it. */
export interface StartedFund {
  /** Its origin, without a path. */
  readonly url: string
  readonly flow: FundAuthentication["flow"]
  /** The headers with valid credentials; empty for mutual TLS, and for tokens that are made for each call. */
  readonly headers: Readonly<Record<string, string>>
  /** The authority of its certificate; undefined over plain http. */
  readonly caFile: string | undefined
  /** The file with the caller's certificate and key, for mutual TLS. */
  readonly certificateFile: string | undefined
}

/** What a tool said about one fund: a complaint for each kind and operation, without values that change between runs. */
export interface Opinion {
  readonly complaints: ReadonlyArray<string>
  /** The first lines about the complaints, for people. */
  readonly said: ReadonlyArray<string>
}

/** A tool, in a file of its own in this folder. */
export interface Tool {
  readonly name: string
  /** How it is run, and what it can see: a few sentences for the docs. */
  readonly method: string
  /** Read from the tool; undefined: it isn't installed. */
  readonly version: () => Promise<string | undefined>
  /** Why it can't judge a fund of this kind, such as one that wants a signature for each call; undefined: it can. */
  readonly cannot: (fund: Pick<StartedFund, "flow" | "caFile">) => string | undefined
  readonly judge: (fund: StartedFund) => Promise<Opinion>
}

export interface RivalVerdict {
  /** `caught`: a complaint that the plain, correct fund of this kind doesn't get. */
  readonly verdict: "caught" | "missed" | "cannot"
  /** Milliseconds of the tool's run, without the fund's start. */
  readonly took: number
  /** The first lines of what it said; why, if it can't. */
  readonly said: ReadonlyArray<string>
}

/** A column of the kill matrix. */
export interface Rival {
  readonly name: string
  /** Null: it isn't installed, and `check` must not be called. */
  readonly version: string | null
  readonly isInstalled: boolean
  readonly method: string
  /** How many complaints the plain, correct fund gets that caught no mistake: false alarms. */
  readonly falseAlarms: () => Promise<ReadonlyArray<string>>
  readonly check: (subject: Subject) => Promise<RivalVerdict>
}
