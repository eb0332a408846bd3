export { retryAfterMillis, ruleOf } from "./ExchangeResult.ts"
export { answerClientErrors, type ParsingServer } from "./plainProblem.ts"
export { withinDeadline } from "./deadline.ts"
export { type ExchangeFailure, exchangeFailureOf, type ExchangeResult } from "./ExchangeResult.ts"
export { type Failure, type FailureKind, type FailureOverrides, failures } from "./failures.ts"
export { duplicateMember } from "./json.ts"
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
export { memberOf } from "./json.ts"
export { pathWords } from "./maskedText.ts"
export { type Problem, type ProblemIssue, problemMediaType, problemResponse } from "./Problem.ts"
export { type BodyRule, type BodyRules, type ReadableBody, withBodyRules } from "./readable.ts"
export { LOCAL_DOCS, problemTypeIn } from "./Problem.ts"
export { CurrentRequestId, logCaller, requestIdFrom, RequestLog } from "./answerHeaders.ts"
export { pathRules } from "./routes.ts"
export { everywhere, onApiAnswers } from "./answerHeaders.ts"
export { serve } from "./serve.ts"
export { slotOptions, strict } from "./strict.ts"
export { answerUnserved, type ListeningServer } from "./plainProblem.ts"
export { withoutTfns } from "./maskedText.ts"
