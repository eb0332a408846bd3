import * as Context from "effect/Context"
import * as FindMyWay from "effect/http/FindMyWay"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Predicate from "effect/Predicate"
import type { Mannered } from "./Mannered.ts"
import { pathOf } from "./target.ts"
import { type SlotOptions, slotOptions } from "./strict.ts"

/** One operation from its server's view. */
export interface Route {
  readonly mannered: Mannered
  readonly endpoint: HttpApiEndpoint.Top
  /** For people and logs: `/api/v1/employers/{id}`. */
  readonly template: string
  readonly options: SlotOptions
  /** The media types of its success answers; empty if they have no body. */
  readonly produces: ReadonlyArray<string>
  /** `Deprecation`, `Sunset` and `Link`, if the operation is deprecated. */
  readonly retired: Readonly<Record<string, string>>
  /** The media types of the request body; empty if it reads none. */
  readonly consumes: ReadonlyArray<string>
}

interface Known {
  readonly route: Route
  /** Whether no other path template, of any method, reads one of its paths with fewer parameters. */
  isUnrivalled: boolean
}

const segmentsOf = (path: string) => path.split("/")
const isParameter = (segment: string) => /[:*]/.test(segment)
const countParameters = (path: string) => segmentsOf(path).filter(isParameter).length

/** A word without what people mistake: `/onboarding-sessions` for `/onboarding-session`. */
const singular = (segment: string) => segment.toLowerCase().replace(/s$/, "")

/** Whether a path may match both templates. A wildcard may match anything. */
const meet = (one: string, other: string): boolean => {
  if (one.includes("*") || other.includes("*")) return true
  const [mine, others] = [segmentsOf(one), segmentsOf(other)]
  return (
    mine.length === others.length &&
    mine.every((segment, nth) => {
      const facing = others[nth] ?? ""
      return isParameter(segment) || isParameter(facing) || segment === facing
    })
  )
}

/** A route that matches a request, and the query as the router parses it. */
export interface Match {
  readonly route: Route
  /** Whether the matched path has no parameter. */
  readonly isLiteral: boolean
  readonly query: Record<string, string | Array<string>>
  readonly params: Readonly<Record<string, string | undefined>>
}

export interface RouteTable {
  readonly find: (method: string, url: string) => Match | undefined
  /** The methods that the path allows, HEAD and OPTIONS included; empty if no operation has the path. */
  readonly methodsOf: (url: string) => ReadonlyArray<string>
  /** Whether the router would match the path to another operation by reading a literal segment as an id. */
  readonly isTakenForId: (method: string, url: string) => boolean
  /** Whether an id in the path is empty: no resource has an empty id, under any method. */
  readonly hasEmptyId: (url: string) => boolean
  /** The template of a path that differs from this one in nothing but singular, plural, capitals or a slash at its end. */
  readonly nearby: (url: string) => string | undefined
  /** The API that the path belongs to, under any method. */
  readonly apiOf: (url: string) => Mannered | undefined
}

/** One path per resource, exactly as in the contract: no variants by case, doubled or trailing slash. */
export const pathRules: FindMyWay.RouterConfig = {
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false,
  maxParamLength: 200
}

/** Only such a path can have an empty id; looking for one asks the router once for each method. */
const hasEmptySegment = (url: string) => {
  const path = pathOf(url)
  return path.endsWith("/") || path.includes("//")
}

const withoutBody = new Set(["GET", "HEAD", "OPTIONS", "TRACE"])

const producedBy = (endpoint: HttpApiEndpoint.Top): ReadonlyArray<string> =>
  [...endpoint.success].flatMap((schema) => {
    const body: unknown = HttpApiSchema.isWithHeaders(schema) ? schema.schema : schema
    // A streamed body has its type as a property. Other bodies have it in an annotation; without one it is JSON.
    if (Predicate.hasProperty(body, "contentType")) return [String(body.contentType)]
    const { ast } = body as typeof schema
    if (HttpApiSchema.isNoContent(ast)) return []
    const encoding = ast.annotations?.["~httpApiEncoding"] as HttpApiSchema.ResponseEncoding | undefined
    return [encoding?.contentType ?? "application/json"]
  })

/** Lists the operations of all APIs and the other pages, with the same matching rules as the router. */
export const makeRouteTable = (
  apis: ReadonlyArray<Mannered>,
  pages: ReadonlyArray<string> = []
): RouteTable => {
  const router = FindMyWay.make<Known>(pathRules)
  const known: Array<Known> = []
  const methods = new Set<string>()
  /** Operations without a path parameter, by method and path: a lookup here replaces one router lookup per method. */
  const literal = new Map<string, Match>()
  for (const mannered of apis) {
    HttpApi.reflect(mannered.api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, mergedAnnotations }) => {
        methods.add(endpoint.method)
        const route: Route = {
          mannered,
          endpoint,
          template: endpoint.path.replaceAll(/:(\w+)/g, "{$1}"),
          options: slotOptions(mergedAnnotations),
          produces: producedBy(endpoint),
          retired: {
            ...(mannered.retirement === undefined ? {} : Context.get(mergedAnnotations, mannered.retirement))
          },
          consumes: withoutBody.has(endpoint.method) ? [] : [...endpoint.payload.keys()]
        }
        const entry: Known = { route, isUnrivalled: true }
        known.push(entry)
        router.on(endpoint.method, endpoint.path as FindMyWay.PathInput, entry)
        if (!/[:*]/.test(endpoint.path))
          literal.set(`${endpoint.method} ${endpoint.path}`, {
            route,
            isLiteral: true,
            query: {},
            params: {}
          })
      }
    })
  }
  for (const one of known) {
    const { path } = one.route.endpoint
    one.isUnrivalled = known.every(({ route: { endpoint } }) => {
      return countParameters(endpoint.path) >= countParameters(path) || !meet(endpoint.path, path)
    })
  }
  const pageRouter = FindMyWay.make<true>(pathRules)
  for (const page of pages) pageRouter.on("GET", page as FindMyWay.PathInput, true)
  const parametersOf = (method: string, url: string): number | undefined => {
    const found = router.find(method, url)
    return found === undefined ? undefined : Object.keys(found.params).length
  }
  /** The fewest parameters of any matching path template: a literal path is never read as another template's id. */
  const fewest = (url: string): number =>
    Math.min(...[...methods].map((method) => parametersOf(method, url) ?? Infinity))
  const takes = (method: string, url: string): boolean => {
    const parameters = parametersOf(method, url)
    return parameters !== undefined && parameters <= fewest(url)
  }
  const find = (method: string, url: string): Match | undefined => {
    const written = literal.get(`${method} ${url}`)
    if (written !== undefined) return written
    const direct = method === "HEAD" ? undefined : router.find(method, url)
    if (direct?.handler.isUnrivalled === true)
      return {
        route: direct.handler.route,
        isLiteral: false,
        query: direct.searchParams,
        params: direct.params
      }
    const routed = method === "HEAD" && !takes("HEAD", url) ? "GET" : method
    const found = takes(routed, url) ? router.find(routed, url) : undefined
    return found === undefined
      ? undefined
      : { route: found.handler.route, isLiteral: false, query: found.searchParams, params: found.params }
  }
  return {
    find,
    methodsOf: (url) => {
      const present = [...methods].filter((method) => takes(method, url))
      if (present.length === 0 && pageRouter.find("GET", url) !== undefined) present.push("GET")
      if (present.length === 0) return []
      return [...present, ...(present.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted()
    },
    isTakenForId: (method, url) => {
      const routed = method === "HEAD" ? "GET" : method
      return router.find(routed, url) !== undefined && find(method, url) === undefined
    },
    hasEmptyId: (url) =>
      hasEmptySegment(url) &&
      [...methods].some((method) => Object.values(router.find(method, url)?.params ?? {}).includes("")),
    nearby: (url) => {
      const asked = segmentsOf(pathOf(url).replace(/\/$/, "")).map(singular)
      return known.find(({ route: { endpoint } }) => {
        const segments = segmentsOf(endpoint.path)
        return (
          segments.length === asked.length &&
          segments.every((segment, nth) => isParameter(segment) || singular(segment) === asked[nth])
        )
      })?.route.template
    },
    apiOf: (url) => {
      for (const method of methods) {
        const found = find(method, url)
        if (found !== undefined) return found.route.mannered
      }
      return undefined
    }
  }
}
