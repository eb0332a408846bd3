import type { FetchOptions } from "openapi-fetch"
import type { PartnerApiPaths } from "../types.ts"
import { CallRefused } from "./CallRefused.ts"
import type { PartnerClient } from "./createClient.ts"

interface Page {
  readonly data: ReadonlyArray<unknown>
  readonly pagination: { readonly next_cursor: string | null }
}

type AnswerOf<Path extends keyof PartnerApiPaths> = PartnerApiPaths[Path] extends {
  readonly get: {
    readonly responses: { readonly 200: { readonly content: { readonly "application/json": infer Body } } }
  }
}
  ? Body
  : never

/** The paths of lists: those whose answer is a page. */
export type ListPath = {
  [Path in keyof PartnerApiPaths]: [AnswerOf<Path>] extends [never]
    ? never
    : AnswerOf<Path> extends Page
      ? Path
      : never
}[keyof PartnerApiPaths]

/** An item of a list. */
export type ListItem<Path extends ListPath> =
  AnswerOf<Path> extends { readonly data: ReadonlyArray<infer Item> } ? Item : never

/** The options of a call of the list's GET, such as `params` and `signal`. */
export type ListOptions<Path extends ListPath> = FetchOptions<PartnerApiPaths[Path]["get"]>

/** The list's GET, whichever it is. */
type GetPage = (
  path: string,
  options: object
) => Promise<{ readonly data?: Page; readonly error?: unknown; readonly response: Response }>

/**
 * Reads the pages of a list, from `params.query.after` if it is given, until there is no next one. Rejects with
 * `CallRefused` if a page is refused, and as the client does if no answer comes.
 */
export async function* pagesOf<Path extends ListPath>(
  client: PartnerClient,
  path: Path,
  options: ListOptions<Path>
): AsyncGenerator<AnswerOf<Path>, void, undefined> {
  // The types of the paths' calls have nothing in common that TypeScript could call.
  const get = client.GET as unknown as GetPage
  const { params } = options as { readonly params?: { readonly query?: object } }
  let cursor: string | null = null
  do {
    const query: object = { limit: 100, ...params?.query, ...(cursor === null ? {} : { after: cursor }) }
    const { data, error, response } = await get(path, { ...options, params: { ...params, query } })
    if (data === undefined) throw new CallRefused(response, error)
    yield data as unknown as AnswerOf<Path>
    cursor = data.pagination.next_cursor
  } while (cursor !== null)
}

/**
 * Reads a whole list, item by item. Pages of 100 (or your `limit`) are fetched as the loop needs them.
 *
 *     for await (const employer of listAll(client, "/api/v1/employers")) console.log(employer.name)
 *
 * Rejects with `CallRefused` if a page is refused, and as the client does if no answer comes.
 */
export async function* listAll<Path extends ListPath>(
  client: PartnerClient,
  path: Path,
  ...[options]: Record<never, never> extends ListOptions<Path> ? [ListOptions<Path>?] : [ListOptions<Path>]
): AsyncGenerator<ListItem<Path>, void, undefined> {
  for await (const page of pagesOf(client, path, (options ?? {}) as ListOptions<Path>))
    yield* (page as Page).data as ReadonlyArray<ListItem<Path>>
}
