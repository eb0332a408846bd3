import type { Words } from "../en/index.ts"

export const employee: Words["employee"] = {
  steps: {
    phone_verification: "手机",
    identity: "个人信息",
    contact: "联系方式",
    tax: "税务",
    super_disclaimer: "选择之前",
    super_selection: "养老基金",
    review: "核对",
    finished: "完成"
  },
  welcome: {
    title: (employer) => `您在 ${employer} 的新工作的养老金`,
    time: "大约需要 5 分钟。",
    ready: "请准备好：",
    things: ["您的税号（TFN）", "养老基金名称和会员号（如果您已有基金）"],
    stop: "您可以随时停下，稍后再继续。我们会保留您填写的内容。",
    start: "开始"
  },
  phone: {
    title: "验证您的手机",
    why: "我们会发送验证码，确保只有您能填写此表。",
    fixed: (digits) => `验证码将发送到尾号为 ${digits} 的手机。`,
    fixedHelp: "此号码由您的雇主提供。如有错误，请联系雇主。",
    label: "手机号码",
    send: "发送验证码"
  },
  code: {
    title: "输入验证码",
    label: "验证码",
    sentTo: (digits) => `我们已将 6 位数字发送到尾号为 ${digits} 的手机。`,
    sandbox: (code) => `沙盒环境不会发送短信。验证码是 ${code}。`,
    triesLeft: (count) => `您还可以尝试 ${count} 次。`,
    usedUpTitle: "您需要新的验证码",
    usedUp: (minutes) =>
      minutes === 0
        ? "尝试次数过多。您现在可以获取新的验证码。"
        : `尝试次数过多。${minutes} 分钟后可获取新的验证码。您可以关闭此页面，稍后再回来。`,
    again: "重新发送验证码",
    againIn: (time) => `${time} 后可重新发送`,
    never: "验证码已用完。请让雇主核实您的联系方式。"
  },
  fields: {
    tfn: "税号",
    tfn_exemption_type: "税号",
    first_name: "名字",
    middle_name: "中间名",
    family_name: "姓氏",
    other_name: "曾用姓名",
    date_of_birth: "出生日期",
    email: "电子邮箱",
    phone_number: "手机号码",
    address_line_1: "街道和门牌号",
    address_line_2: "单元或公寓号",
    locality: "城区或城镇",
    postcode: "邮编",
    state: "州或领地",
    gender: "性别",
    employment_start_date: "您入职的日期",
    contribution_frequency: "您多久领一次工资"
  },
  identity: {
    title: "个人信息",
    personTitle: "称谓",
    noTitle: "不使用称谓",
    titles: {
      mr: "先生",
      mrs: "夫人",
      miss: "小姐",
      ms: "女士",
      mx: "中性称谓",
      dr: "博士",
      other: "其他称谓"
    },
    titleOther: "您的称谓",
    latinHint: "请用拉丁字母，与税务文件一致",
    notLatin: "请用拉丁字母（A 到 Z）填写。基金无法识别其他文字。",
    single: "我只有一个名字",
    singleName: "您的姓名",
    earlier: "您曾用过其他姓名吗？",
    earlierHint: "基金可能以曾用名登记了您。",
    earlierGiven: "曾用名",
    earlierFamily: "曾用姓氏",
    bornHint: "例如 27 3 1994",
    genders: { female: "女", male: "男", other: "其他说法" },
    noGender: "不愿透露",
    genderOther: "请用您自己的话填写"
  },
  contact: {
    title: "您的联系方式",
    fixed: "此项由您的雇主提供。如有错误，请联系雇主。",
    address: "您的住址",
    noState: "请选择",
    states: {
      ACT: "首都领地",
      NSW: "新南威尔士州",
      NT: "北领地",
      QLD: "昆士兰州",
      SA: "南澳大利亚州",
      TAS: "塔斯马尼亚州",
      VIC: "维多利亚州",
      WA: "西澳大利亚州"
    }
  },
  tax: {
    title: "您的税号",
    ifNot: "如果您不提供税号",
    law: "相关法律",
    question: "您有税号（TFN）吗？",
    yes: "有，我来输入",
    no: "没有，或不想提供",
    hint: "9 位数字，例如 123 456 782。税务局的信件上有您的税号。",
    reason: "原因是什么？",
    reasons: {
      pending: "我已经申请了税号",
      under_eighteen: "我未满 18 岁且收入很少",
      pensioner: "我领取养老金或其他补助",
      not_quoted: "我不想提供"
    },
    effects: {
      pending: "拿到后请告诉您的雇主。",
      under_eighteen: "您可能暂时不需要税号。",
      pensioner: "由政府发放的补助。",
      not_quoted: "您的养老金可能会多扣税。"
    },
    stored: (digits) => `您的税号尾号是 ${digits}。`,
    storedHelp: "我们已经保存，无需再次输入。",
    suppliedHelp: "这是您的雇主提供给我们的。您无需再次输入。",
    changeIt: "更改税号"
  },
  disclaimer: { title: "选择之前", agree: "同意并继续" },
  fundChoice: {
    title: "选择您的养老基金",
    legend: "您的养老金存入哪里？",
    loading: "正在查找您的基金…",
    asking: "正在向 ATO 查询您的基金…",
    failed: "现在无法取得基金列表。",
    stapled: (fund) => `ATO 显示您是 ${fund} 的会员`,
    stapledHelp: "您可以保留它，也可以选择其他基金。",
    stapling: {
      not_asked: undefined,
      pending: "ATO 需要更多时间。您可以继续。",
      found: undefined,
      none: "ATO 没有您的基金记录。",
      unmatched: "ATO 无法根据这些信息找到您。",
      unavailable: "ATO 没有答复。您仍然可以选择。"
    },
    existing: "我已有的基金",
    existingHint: "需要您的会员号。",
    existingHintStapled: (fund) => `${fund}，或其他基金`,
    join: "加入一个基金",
    joinHint: (count) => `有 ${count} 个基金可选`,
    employerDefault: (fund) => `雇主的基金：${fund}`,
    smsf: "我自己的基金（SMSF）",
    smsfHint: "自管养老基金",
    noDefault: "雇主的基金不接受新会员。",
    lost: (fund) => `请重新选择基金。${fund} 需要您的税号。`
  },
  fund: {
    memberNumber: "您的会员号",
    memberNumberHint: "它在您的对账单上或基金的应用里。",
    knownNumber: (number) => `会员号 ${number}`,
    findLabel: "查找您的基金",
    findHint: "基金名称、产品、ABN 或 USI",
    read: (fund) => `选择 ${fund} 前请阅读：`,
    pds: "产品披露声明（PDS）",
    tmd: "目标市场说明（TMD）",
    agree: "您同意吗？"
  },
  existing: {
    title: "您的基金",
    legend: "哪个是您的基金？",
    legendFound: "基金",
    stapled: "ATO 显示您是会员。",
    supplied: "您的雇主提供了这个基金。",
    another: "其他基金",
    notListed: "列表中没有我的基金",
    searchAgain: "重新搜索",
    unlisted: "请填写您的基金信息。它们在您的对账单上。",
    usi: "USI"
  },
  join: {
    title: "加入一个基金",
    keep: "您的基金",
    keepLabel: (fund) => `保留 ${fund}`,
    advertisement: "在此做广告的基金",
    label: "查找基金",
    hint: "可在此加入的所有基金，按字母排序",
    legend: "基金"
  },
  employerDefault: {
    title: "雇主的基金",
    closed: "雇主的基金不接受新会员。请选择其他方式。",
    later: "您的雇主会为您办理加入。"
  },
  smsf: {
    title: "您的自管基金",
    fundPart: "基金",
    abn: "基金的 ABN",
    abnHint: "11 位数字",
    name: "基金名称",
    esa: "电子服务地址（ESA）",
    esaHint: "由您的服务商提供，例如 SMSFDATAFLOW",
    bankPart: "基金的银行账户",
    bsb: "BSB",
    bsbHint: "6 位数字，例如 062-000",
    account: "账号",
    accountName: "账户名称",
    memberPart: "您在基金中的信息",
    memberName: "您在基金登记的姓名",
    declaration: "以下内容属实吗？"
  },
  review: {
    title: "核对您的答案",
    final: "确认后不能在此更改。",
    confirm: "确认",
    name: "姓名",
    titled: (title, name) => `${name} ${title}`,
    tfnMasked: (digits) => `尾号 ${digits}`,
    noTfn: (reason) => (reason === undefined ? "未提供" : `未提供：${reason}`),
    fund: "基金",
    how: "方式",
    sources: {
      existing: "您已有的基金",
      stapled: "您的基金（来自 ATO）",
      partner_supplied: "您的基金（来自雇主）",
      join_new: "您将加入该基金",
      employer_default: "雇主的基金",
      smsf: "您自己的基金（SMSF）"
    }
  },
  waiting: {
    title: "就快完成了",
    asked: (fund) => `我们已请 ${fund} 接纳您为会员。`,
    form: "我们正在制作您的养老金表格。",
    soon: "需要几秒钟。",
    close: "您可以关闭此页面。我们会通知您的雇主。",
    long: "基金需要更多时间。您不必等待。"
  },
  done: {
    title: "已完成",
    isMember: (fund) => `您已是 ${fund} 的会员。`,
    isSaved: (fund) => `您的养老金将存入 ${fund}。`,
    member: "会员号",
    account: "账号",
    form: "保存您的养老金表格（PDF）",
    formSaved: "已保存到下载文件夹。",
    formFailed: "您的表格还没准备好，请一分钟后重试。"
  },
  without: {
    refusedTitle: (fund) => `${fund} 未能为您办理加入`,
    reasons: {
      field: "基金不接受以下信息：",
      duplicate: "基金表示您已经是会员。",
      age: "基金不接受您这个年龄的新会员。",
      eligibility: "基金表示您不能加入。",
      other: "基金没有给出明确的原因。"
    },
    todo: {
      field: "请把正确的信息告诉您的雇主，并索取新表格。",
      duplicate: "请在信件或基金的应用里找到您的会员号，并告诉您的雇主。",
      age: "请向雇主索取新表格，选择其他基金。",
      eligibility: "请向雇主索取新表格，选择其他基金。",
      other: "请向雇主索取新表格，或致电基金。"
    },
    again: "您的雇主也可以再次询问基金。您的答案已保存。",
    lateTitle: "您的会员号还没有到",
    late: (fund) => `我们还没有从 ${fund} 收到您的会员号。`,
    lateNext: (fund) => `您的雇主会向 ${fund} 索取，或者向您询问。您现在不需要做任何事。`,
    employer: (fund) => `您的雇主会为您办理加入 ${fund}。`,
    employerNext: "雇主会收到您的养老金表格。会员号稍后由基金提供。"
  },
  ended: {
    title: "此表格已关闭",
    cancelled: "您的雇主停止了此表格。",
    superseded: "有更新的表格。请打开最新的链接。",
    expired: (day) => `此表格已于 ${day} 关闭。`,
    help: "如果仍需填写，请联系您的雇主。"
  },
  warnings: {
    postcode_of_another_state: (postcode, state) => `${postcode} 在${state}吗？如果正确，请保留。`,
    post_office_box: "这是您的住址吗？邮政信箱可能造成延误。",
    mobile_preferred: "基金更希望您提供手机号码。",
    unusually_young: "您未满 15 岁。年份正确吗？",
    fund_not_listed: "此基金不在我们的列表中。您的雇主会核实。",
    regulation_not_checked: "我们无法核实此基金。您的雇主会核实。",
    other: "请检查此项。"
  }
}
