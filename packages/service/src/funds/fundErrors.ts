import { OperatorError } from "../platform/OperatorError.ts"

/** The operator named a fund that wasn't loaded. */
export const noSuchFund = (slug: string) =>
  new OperatorError({
    problem: `There is no fund with the slug ${slug}.`,
    remedy: "See `admin fund list`, or load its profile with `admin fund load`."
  })
