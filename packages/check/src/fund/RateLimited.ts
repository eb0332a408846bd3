/** Ends a check that the fund's rate limit keeps from being made. `observed` makes the outcome of it: not observed. */
export class RateLimited extends Error {
  override readonly name = "RateLimited"
}
