/** A mistake of a server in another language or framework, which it makes when FLAW names it. */
export interface ForeignFlaw {
  /** What the server does, one sentence in the present tense. */
  readonly sentence: string
  /** The checks of the kit that find it, the one that names it best first. */
  readonly killedBy: readonly [string, ...ReadonlyArray<string>]
}
