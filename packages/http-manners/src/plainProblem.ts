import { failures, type FailureKind } from "./failures.ts"
import { problemMediaType } from "./Problem.ts"
import { requestIdFrom } from "./requestId.ts"
import { everywhere, onApiAnswers } from "./securityHeaders.ts"
import { pathOf, uriReferenceOf } from "./target.ts"

/** The known parts of a request, if it could be parsed. */
interface Known {
  readonly url: string
  readonly requestId: string | undefined
}

/** A problem for a request that reaches no router. The connection is closed after it. */
export const plainProblem = (
  kind: FailureKind,
  detail: string,
  problemType: (code: string) => string,
  known?: Known
) => {
  const { code, status, title } = failures[kind]
  const requestId = requestIdFrom(known?.requestId)
  const instance = known === undefined ? {} : { instance: uriReferenceOf(pathOf(known.url)) }
  const body = JSON.stringify({
    type: problemType(code),
    title,
    status,
    detail,
    ...instance,
    code,
    request_id: requestId
  })
  const headers = {
    ...everywhere,
    ...onApiAnswers,
    "content-type": problemMediaType,
    "content-length": String(new TextEncoder().encode(body).length),
    "x-request-id": requestId,
    connection: "close"
  }
  return { status, title, headers, body }
}
