import type { Words } from "../en/index.ts"

export const employer: Words["employer"] = {
  title: (name) => `${name} 的养老金设置`,
  canStart: "可以添加新员工",
  notReady: "尚未就绪",
  parts: { default_fund: "默认基金", ato_connection: "ATO 连接", automations: "自动处理" },
  status: { ok: "已完成", warning: "待办", disabled: "暂不可用" },
  looking: "正在查询是否已有基金认识您…",
  isCommitted: (partner) => `已发送给 ${partner}`,
  notCommitted: (partner) => `正在发送给 ${partner}…`,
  match: {
    title: (fund) => `您已在使用 ${fund}`,
    question: "这是您的默认基金吗？未做选择的员工的养老金会存入这里。",
    yes: (fund) => `是，使用 ${fund}`,
    no: "不是我们的",
    choose: {
      title: "您已在使用这些基金",
      legend: "哪一个是您的默认基金？",
      hint: "未做选择的员工的养老金会存入这里。",
      yes: "使用这个基金",
      no: "都不是"
    }
  },
  decline: {
    title: (fund) => `为什么不是 ${fund}?`,
    titleOfSeveral: "为什么都不是？",
    legend: "原因",
    reasons: { not_our_fund: "我们从未用过", not_any_more: "我们不再使用", other: "其他原因" },
    save: "继续",
    declined: (fund) => `您表示 ${fund} 不是您的默认基金。`,
    undo: "撤销"
  },
  terms: { before: "继续即表示您同意 ", between: "、", last: " 和 ", after: "。" },
  search: {
    title: "选择默认基金",
    hint: "未做选择的员工的养老金会存入这里。",
    label: "查找基金",
    labelHint: "基金名称、产品、ABN 或 USI",
    legend: "基金",
    number: "您在该基金的雇主编号",
    help: "如何选择默认基金",
    helpUrl:
      "https://www.ato.gov.au/businesses-and-organisations/super-for-employers/setting-up-super-for-your-business/select-your-default-super-fund",
    save: "使用这个基金"
  },
  details: {
    loading: "补充信息",
    asking: "正在获取基金的问题…",
    title: (fund) => `${fund} 需要一些补充信息`,
    send: (fund) => `发送给 ${fund}`,
    numberHint: "这是基金给您的编号。如有错误请更正。",
    chooseIndustry: "请选择行业",
    chooseCount: "请选择人数",
    chooseTime: "请选择时间",
    fields: {
      industry_code: "行业",
      employee_count: "员工人数",
      contact_name: "联系人姓名",
      contact_email: "联系邮箱",
      contact_phone: "联系电话",
      best_time_to_contact: "方便通话的时间"
    },
    industries: {
      A: "农业、林业和渔业",
      B: "采矿业",
      C: "制造业",
      D: "电力、燃气、供水和废物处理",
      E: "建筑业",
      F: "批发业",
      G: "零售业",
      H: "住宿和餐饮业",
      I: "运输、邮政和仓储业",
      J: "信息、媒体和电信业",
      K: "金融和保险业",
      L: "租赁和房地产服务业",
      M: "专业、科学和技术服务业",
      N: "行政和支持服务业",
      O: "公共管理和安全",
      P: "教育和培训",
      Q: "医疗保健和社会援助",
      R: "艺术和娱乐服务业",
      S: "其他服务业"
    },
    counts: {
      "1_4": "1 至 4 人",
      "5_19": "5 至 19 人",
      "20_199": "20 至 199 人",
      "200_plus": "200 人或以上"
    },
    times: { morning: "上午", midday: "中午", afternoon: "下午", any: "任何时间" },
    open: "回答基金的问题"
  },
  ato: {
    whoTitle: "连接 ATO",
    why: "这样我们就能找到新员工已有的基金。",
    who: "由谁与 ATO 联系？",
    me: "我自己",
    agent: "我的税务或 BAS 代理",
    changeWho: "更改由谁与 ATO 联系",
    agentHint: "我们需要其代理编号和 ABN。",
    agentNumber: "代理编号",
    agentNumberHint: "7 或 8 位数字",
    agentAbn: "代理的 ABN",
    howTitle: "在 Access Manager 中添加本服务",
    step1: "在此登录 ATO：",
    accessManager: "Access Manager",
    step2: "添加托管软件，并输入以下两个号码：",
    step3: "返回此处检查连接。",
    providerAbn: "提供商的 ABN",
    softwareId: "软件 ID",
    check: "检查连接",
    notFound: "尚未找到。添加后可能需要几分钟。",
    noAnswer: "ATO 没有回应。请稍后再试。",
    lapsed: "您的 ATO 连接已停止。请重新检查。",
    connectedTitle: "已连接 ATO",
    connected: "现在我们可以找到新员工已有的基金。",
    next: "选择自动处理",
    byYou: "由您连接",
    byAgent: "由您的代理连接",
    notConnected: "连接后，我们就能找到新员工已有的基金。",
    open: "连接",
    reopen: "查看连接"
  },
  automations: {
    title: "自动处理",
    connectFirst: "请先连接 ATO。",
    names: { stapling: "查找已有基金" },
    hints: { stapling: "我们向 ATO 查询新员工已有的基金。" },
    agree: "我同意，开启",
    on: (name) => `已开启：${name}`,
    none: "尚未开启任何自动处理。",
    open: "选择自动处理"
  },
  set: {
    isDefault: (fund) => `${fund} 现在是您的默认基金。`,
    none: "请选择未做选择的员工的养老金存入哪里。",
    confirmed: (day) => `确认于 ${day}`,
    changeWarning: "已在原基金的员工会留在原基金。请给他们新的选择表。",
    notSuitable: "该基金不接受新成员。请选择其他基金。"
  }
}
