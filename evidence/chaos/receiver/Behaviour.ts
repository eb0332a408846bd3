/** A receiver's behaviour at a request. Times in milliseconds. */
export type Behaviour =
  | {
      readonly kind: "answers"
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      /** Waits up to so long before it answers. */
      readonly within?: number
      /** This share of the requests gets another answer. */
      readonly except?: { readonly share: number; readonly status: number }
      /** Verifies with this secret first, and answers 400 if that fails, as partners do. */
      readonly secret?: string
    }
  /** Takes the request and never answers. */
  | { readonly kind: "hangs" }

export const accepts: Behaviour = { kind: "answers", status: 204 }

/** A line of the receiver's log: the arrival or the end of a request. */
export type ArrivalLine =
  | {
      readonly is: "began"
      readonly place: number
      /** Milliseconds since 1970 by this machine's clock, to the microsecond. */
      readonly at: number
      readonly path: string
      readonly id: string
      readonly timestamp: string
      readonly signature: string
      readonly body: string
    }
  | { readonly is: "ended"; readonly place: number; readonly of: number; readonly status: number | null }

/** The parent's orders to the receiver, and their answers. */
export type Order =
  | { readonly order: "behave"; readonly path: string; readonly behaviour: Behaviour }
  /** How many requests came, by path; the log is whole up to then. */
  | { readonly order: "counts" }

export interface Counts {
  /** By path: requests that arrived, and those that were accepted. */
  readonly [path: string]: { readonly came: number; readonly accepted: number }
}
