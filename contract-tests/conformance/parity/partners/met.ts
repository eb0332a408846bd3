/** What of a partner's calls differs from a plain partner's, in sentences. The service judges no call that doesn't come. */
type Counts = ReadonlyMap<string, number>

/** "GET /path: 404 not_found" without its answer. */
const requestOf = (words: string): string => words.replace(/: .*$/, "").replace(/\?.*$/, "")

const answerOf = (words: string): string => words.replace(/^.*: /, "")

const MANY = 4

/** One sentence for many requests, if they are all alike. */
const joined = (requests: ReadonlyArray<string>, one: (request: string) => string, all: string) =>
  requests.length >= MANY ? [all] : requests.map(one)

/** The calls with answers that a plain partner never gets, whatever became of the webhooks. */
const newAnswers = (calls: Counts, plain: Counts): ReadonlyArray<string> =>
  [
    ...Map.groupBy(
      [...calls.keys()].filter((words) => !plain.has(words)),
      answerOf
    )
  ].flatMap(([answer, of]) =>
    joined(
      of.map((words) => words.replace(/: .*$/, "")),
      (request) => `Answers ${request} with ${answer}.`,
      `Answers its calls with ${answer}.`
    )
  )

/** How often each kind of call was made, against how often a plain partner makes it. */
const counts = (calls: Counts, plain: Counts): ReadonlyArray<string> => {
  const requests = new Set([...calls.keys()].map(requestOf))
  const missing = [...plain.keys()].map(requestOf).filter((request) => !requests.has(request))
  const shared = [...calls].filter(([words]) => plain.has(words))
  const counted = (is: (count: number, usual: number) => boolean) =>
    shared.filter(([words, count]) => is(count, plain.get(words)!)).map(([words]) => requestOf(words))
  return [
    ...joined(missing, (request) => `Gets no ${request}.`, "Gets no call for most of its webhooks."),
    ...counted((count, usual) => count < usual).map(
      (request) => `Gets fewer of ${request} than it sent webhooks.`
    ),
    ...counted((count, usual) => count > usual).map(
      (request) => `Gets more of ${request} than it sent webhooks.`
    )
  ]
}

/**
 * What the service meets in a partner's calls. How many come is told only of a partner that takes every webhook: for any
 * other it depends on which webhooks of an entity were superseded in the meantime.
 */
export const metCalls = (calls: Counts, plain: Counts, takesAll: boolean): ReadonlyArray<string> =>
  [...newAnswers(calls, plain), ...(takesAll ? counts(calls, plain) : [])].toSorted()
