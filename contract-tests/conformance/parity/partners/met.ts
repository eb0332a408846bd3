/** What of a partner's calls differs from a plain partner's, in sentences. The service judges no call that doesn't come. */
type Counts = ReadonlyMap<string, number>

/** "GET /path: 404 not_found" without its answer. */
const requestOf = (words: string): string => words.replace(/: .*$/, "").replace(/\?.*$/, "")

const answerOf = (words: string): string => words.replace(/^.*: /, "")

const MANY = 4

/** One sentence for many requests, if they are all alike. */
const joined = (requests: ReadonlyArray<string>, one: (request: string) => string, all: string) =>
  requests.length >= MANY ? [all] : requests.map(one)

/** How often each kind of call was made, and how often a plain partner makes it. */
export const metCalls = (calls: Counts, plain: Counts): ReadonlyArray<string> => {
  const others = [...calls.keys()].filter((words) => !plain.has(words))
  const byAnswer = Map.groupBy(others, answerOf)
  const requests = new Set([...calls.keys()].map(requestOf))
  const missing = [...plain.keys()].map(requestOf).filter((request) => !requests.has(request))
  const shared = [...calls].filter(([words]) => plain.has(words))
  const counted = (is: (count: number, usual: number) => boolean) =>
    shared.filter(([words, count]) => is(count, plain.get(words)!)).map(([words]) => requestOf(words))
  return [
    ...[...byAnswer].flatMap(([answer, of]) =>
      joined(
        of.map((words) => words.replace(/: .*$/, "")),
        (request) => `Answers ${request} with ${answer}.`,
        `Answers its calls with ${answer}.`
      )
    ),
    ...joined(missing, (request) => `Gets no ${request}.`, "Gets no call for most of its webhooks."),
    ...counted((count, usual) => count < usual).map(
      (request) => `Gets fewer of ${request} than it sent webhooks.`
    ),
    ...counted((count, usual) => count > usual).map(
      (request) => `Gets more of ${request} than it sent webhooks.`
    )
  ].toSorted()
}
