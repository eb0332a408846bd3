import type { Schemas } from "../frame/api.ts"
import { useWords, useEmbed } from "../frame/context.ts"
import { SearchList } from "./SearchList.tsx"

/** An ABN as people read it: 60 905 115 063. */
export const shownAbn = (abn: string): string => abn.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4")

/** The facts by which a person recognises a fund. */
export const FundFacts = ({
  product,
  employerNumber
}: {
  readonly product: Schemas["EmbedFundProduct"]
  readonly employerNumber?: string | undefined
}) => {
  const { fund } = useWords().common
  return (
    <dl class="facts">
      <dt>{fund.product}</dt>
      <dd>{product.name}</dd>
      <dt>{fund.abn}</dt>
      <dd>{shownAbn(product.abn)}</dd>
      {employerNumber !== undefined && (
        <>
          <dt>{fund.number}</dt>
          <dd>{employerNumber}</dd>
        </>
      )}
    </dl>
  )
}

type Product = Schemas["EmbedFundProduct"]

/** A product as a choice in a list. */
export const choiceOfProduct = ({ abn, fund_name: fund, name }: Product) => ({
  label: fund,
  hint: (
    <>
      {name}, <span class="nowrap">ABN {shownAbn(abn)}</span>
    </>
  )
})

/** So many funds are seen at a glance, without a search box. */
const FEW = 7

/** Searches the directory of funds; its choice is the field `/fund_product_id`. */
export const FundSearch = ({
  label,
  hint,
  legend,
  chosen,
  onChange,
  door,
  count
}: {
  readonly label: string
  readonly hint?: string
  readonly legend: string
  readonly chosen: Product | undefined
  readonly onChange: (product: Product) => void
  /** Only the products that can be joined. */
  readonly door?: "join"
  /** How many there are in all, where that is known. */
  readonly count?: number
}) => {
  const embed = useEmbed()
  const { notOffered } = useWords().common
  const search = async (query: string, limit: number) => {
    const answer = await embed.read((api) =>
      api.GET("/embed-api/v1/fund-products", {
        params: { query: { limit, ...(door && { door }), ...(query === "" ? {} : { query }) } }
      })
    )
    if (answer === undefined) return undefined
    const { data, is_near: isNear = false, not_offered = [], pagination } = answer
    return {
      items: data,
      hasMore: pagination.next_cursor !== null,
      isNear,
      notOffered: not_offered.map(({ name, reason }) => notOffered[reason](name))
    }
  }
  return (
    <SearchList
      at="/fund_product_id"
      label={label}
      hint={hint}
      legend={legend}
      search={search}
      isShort={count !== undefined && count > 0 && count <= FEW}
      chosen={chosen}
      onChange={onChange}
      choiceOf={choiceOfProduct}
    />
  )
}
