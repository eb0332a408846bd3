export { retryAfterMillis, ruleOf } from "./answerParts.ts"
export { answerClientErrors, type ParsingServer } from "./clientErrors.ts"
export { withinDeadline } from "./deadline.ts"
export { type ExchangeFailure, exchangeFailureOf, type ExchangeResult } from "./ExchangeResult.ts"
export { type Failure, type FailureKind, type FailureOverrides, failures } from "./failures.ts"
export { duplicateMember } from "./duplicateMember.ts"
export { unfit } from "./fitness.ts"
export { issuesOf } from "./issues.ts"
export { layer } from "./layer.ts"
export { type GuardOptions, localOnly, type LocalOnlyOptions, refusalOfForeign } from "./localOnly.ts"
export {
  type Answered,
  mannered,
  type Mannered,
  type Manners,
  type Retired,
  type ServerManners
} from "./Mannered.ts"
export { memberOf } from "./memberOf.ts"
export { pathWords } from "./pathWords.ts"
export { type Problem, type ProblemIssue, problemMediaType, problemResponse } from "./Problem.ts"
export { type BodyRule, type BodyRules, type ReadableBody, withBodyRules } from "./readable.ts"
export { LOCAL_DOCS, problemTypeIn } from "./Problem.ts"
export { CurrentRequestId, requestIdFrom } from "./requestId.ts"
export { pathRules } from "./routes.ts"
export { everywhere, onApiAnswers } from "./securityHeaders.ts"
export { serve } from "./serve.ts"
export { slotOptions, strict } from "./strict.ts"
export { answerUnserved, type ListeningServer } from "./unserved.ts"
export { withoutTfns } from "./withoutTfns.ts"
