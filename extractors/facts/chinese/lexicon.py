"""Closed word lists of the Chinese rules."""

from __future__ import annotations

import re

from extractors.words import words

KIN: dict[str, str] = {
    **dict.fromkeys(("爸爸", "妈妈", "父亲", "母亲", "老爸", "老妈", "爸", "妈", "父母", "爸妈"), "child_of"),
    **dict.fromkeys(("儿子", "女儿", "孩子", "大儿子", "小儿子", "大女儿", "小女儿"), "parent_of"),
    **dict.fromkeys(("哥哥", "姐姐", "弟弟", "妹妹", "哥", "姐", "弟", "妹", "大哥", "大姐"), "sibling_of"),
    **dict.fromkeys(("老公", "老婆", "丈夫", "妻子", "太太", "爱人", "媳妇"), "married_to"),
    **dict.fromkeys(("未婚夫", "未婚妻"), "engaged_to"),
    **dict.fromkeys(("男朋友", "女朋友", "男友", "女友", "对象"), "partner_of"),
    **dict.fromkeys(("朋友", "好朋友", "闺蜜", "好友", "哥们", "发小"), "friend_of"),
    **dict.fromkeys(("同事", "搭档"), "colleague_of"),
    **dict.fromkeys(("上司", "老板", "领导", "经理", "主管"), "has_manager"),
    **dict.fromkeys(("室友", "舍友"), "roommate_of"),
    **dict.fromkeys(("邻居",), "neighbour_of"),
    **dict.fromkeys(
        words(
            """
            爷爷 奶奶 外公 外婆 姥姥 姥爷 叔叔 阿姨 舅舅 舅妈 姑姑 姑妈 伯伯 婶婶 侄子 侄女 外甥
            外甥女 表哥 表姐 表弟 表妹 堂哥 堂姐 堂弟 堂妹 岳父 岳母 公公 婆婆 孙子 孙女
            """
        ),
        "relative_of",
    ),
}
"""Noun for a person by relation to an owner → predicate that holds from the owner to that person."""
FEMALE = words(
    """
    妈妈 母亲 老妈 妈 女儿 姐姐 妹妹 姐 妹 老婆 妻子 太太 媳妇 未婚妻 女朋友 女友 闺蜜 奶奶 外婆
    姥姥 阿姨 舅妈 姑姑 侄女 表姐 表妹 堂姐 堂妹 岳母 婆婆 孙女
    """
)
MALE = words(
    """
    爸爸 父亲 老爸 爸 儿子 哥哥 弟弟 哥 弟 老公 丈夫 未婚夫 男朋友 男友 爷爷 外公 姥爷 叔叔 舅舅
    伯伯 侄子 表哥 表弟 堂哥 堂弟 岳父 公公 孙子
    """
)
KIN_PATTERN = "|".join(sorted(KIN, key=len, reverse=True))

PETS = (
    "猫",
    "狗",
    "小猫",
    "小狗",
    "兔子",
    "仓鼠",
    "乌龟",
    "鹦鹉",
    "金鱼",
    "猫咪",
    "狗狗",
    "柴犬",
    "金毛",
    "橘猫",
    "布偶猫",
    "哈士奇",
    "柯基",
)
PET_PATTERN = "|".join(sorted(PETS, key=len, reverse=True))

TRADE = re.compile(
    r".*(?:工程师|程序员|医生|护士|老师|教师|教授|律师|会计|设计师|经理|记者|编辑|警察|司机|厨师|演员|歌手|作家|画家|学生|研究生|"
    r"大学生|博士生|博士|科学家|分析师|摄影师|建筑师|翻译|导游|销售|顾问|法官|军人|消防员|飞行员|空姐|公务员|店长|总监|主任|"
    r"教练|药剂师|咨询师|架构师|产品经理|研究员|养[蜂鱼猪牛羊]人|出纳|组长|部长|处长|科长|厂长|站长|会长|牧羊人|渔民|经纪人|代理人|媒体人|手艺人|运营|助理|秘书|主播|博主|创始人|CEO|CTO|实习生|牙医|兽医|农民|工人|店员|主持人|导演|编剧|插画师|保安|保姆|"
    r"策划|诗人|裁缝|园丁|校长|院长|市长|船长|模特|客服|经纪人|策展人|讲师|教官|指挥|水手|舞者|"
    r"[^，。的]{1,6}(?:师|(?<![打员手施开罢职民完])工|(?<![成会党社组队学官人雇球])员|(?:作|画|科学|音乐|钢琴|艺术|企业|投资|银行|哲|文|史|数|物理|化|生物)学?家))$"
)

ATTRIBUTES: dict[str, str] = {
    "名字": "has_name",
    "姓名": "has_name",
    "全名": "has_name",
    "昵称": "nickname",
    "小名": "nickname",
    "外号": "nickname",
    "生日": "birthday",
    "邮箱": "email",
    "电子邮箱": "email",
    "电话": "phone",
    "手机": "phone",
    "手机号": "phone",
    "手机号码": "phone",
    "电话号码": "phone",
    "地址": "address",
    "住址": "address",
    "收货地址": "address",
    "家庭住址": "address",
    "家庭地址": "address",
    "通讯地址": "address",
    "联系地址": "address",
    "年龄": "has_age",
    "职业": "works_as",
    "工作": "works_as",
    "职位": "works_as",
    "专业": "studies",
    "爱好": "likes",
    "兴趣": "likes",
    "目标": "goal",
    "梦想": "goal",
    "理想": "goal",
    "愿望": "goal",
    "老家": "from",
    "家乡": "from",
    "籍贯": "from",
    "血型": "has_blood_type",
    "国籍": "nationality",
    "母语": "speaks",
    "预算": "budget",
    "房租": "rent",
    "月薪": "salary",
    "工资": "salary",
    "薪水": "salary",
    "用户名": "username",
    "身高": "height",
    "体重": "weight",
    "总额": "amount",
    "金额": "amount",
    "余额": "balance",
    "数量": "quantity",
    "截止日期": "due",
    "截止时间": "due",
    "状态": "status",
    "价格": "costs",
    "版本": "version",
    "优先级": "priority",
    "鞋码": "shoe_size",
    "性别": "gender",
    "星座": "zodiac_sign",
    "学历": "has_degree",
    "学位": "has_degree",
    "主治医生": "doctor",
    "家庭医生": "doctor",
    "牙医": "dentist",
    "班主任": "teacher",
    "教练": "coach",
    "紧急联系人": "emergency_contact",
    "网站": "website",
    "网址": "website",
    "主页": "website",
    "博客": "website",
    "微信号": "wechat",
    "护照号": "passport_number",
    "护照号码": "passport_number",
    "身份证号": "id_number",
    "身份证号码": "id_number",
    "会员号": "membership_number",
    "车牌号": "license_plate",
    "车牌": "license_plate",
    "订单号": "order_number",
    "工单号": "ticket_number",
    "快递单号": "tracking_number",
    "运单号": "tracking_number",
    "航班号": "flight_number",
    "时区": "time_zone",
    "仓库地址": "repository",
    "路径": "file_path",
    "端口": "port",
    "端口号": "port",
    "时长": "duration",
    "容量": "capacity",
    "货币": "currency",
    "负责人": "led_by",
    "队长": "led_by",
}
"""Noun in "X的…是Y" → predicate of X."""

FAVOURITES = {
    "食物": "food",
    "菜": "dish",
    "颜色": "colour",
    "电影": "movie",
    "歌": "song",
    "歌曲": "song",
    "歌手": "singer",
    "书": "book",
    "运动": "sport",
    "音乐": "music",
    "水果": "fruit",
    "饮料": "drink",
    "季节": "season",
    "城市": "city",
    "动物": "animal",
    "演员": "actor",
    "游戏": "game",
    "球队": "team",
    "作家": "author",
    "科目": "subject",
    "电视剧": "show",
    "甜点": "dessert",
    "球星": "player",
    "花": "flower",
}

THINGS = (
    "项目|会议|团队|公司|产品|合同|航班|订单|发布会|面试|考试|婚礼|聚会|"
    "课程|版本|服务器|数据库|网站|应用|报告|演出|活动|房租|快递|包裹|租约|评审会|评审|例会|周会|演讲|培训|讲座|比赛|彩排|手术|"
    "聚餐|体检|迁移|接口|缺陷|工单|任务|模型|论文|作业|账单|发票|上线|发布|验收|采访|谈判|签证|护照|门票|机票|系统|服务|模块|平台|组件|网关|引擎|集群|站点|答辩会|答辩|仓库|流水线"
)
WORKPLACES = re.compile(
    r"(?:馆|书店|酒店|饭店|花店|药店|商店|餐厅|医院|学院|法院|剧院|影院|研究院|设计院|厂|研究所|事务所|诊所|出版社|报社|杂志社|旅行社|银行|中心|"
    r"超市|公园|动物园|幼儿园|学校|中学|小学|大学|集团|公司|工作室|俱乐部|酒吧|咖啡厅|咖啡馆|农场|茶庄|书屋|电视台|机场|车站)$"
)
"""Names of places that are employers."""
LED = re.compile(r"(?:项目|团队|小组|部门|组|队|服务|系统|平台|模块|工程|计划|社|会|部)$")
ORGANISATIONS = ("团队", "公司", "小组", "部门", "项目组", "学校", "社团", "店")

POSSESSIONS = words(
    """
    车 汽车 房子 房 自行车 电动车 摩托车 电脑 笔记本电脑 相机 钢琴 吉他 公司 店 餐厅 咖啡馆 农场 无人机 公寓 别墅
    面包店 书店 工作室 小提琴
    """
)
OF_THINGS = frozenset(
    [
        "due", "budget", "status", "costs", "version", "priority", "led_by", "amount", "balance", "quantity",
        "deployed_to", "runs_on", "depends_on", "required_by", "compatible_with", "repository", "file_path", "port",
        "duration", "capacity", "currency", "rent", "weight", "website", "tracking_number", "order_number",
    ]
)  # fmt: skip
"""Properties that any thing may have."""

UNCERTAIN = re.compile(
    r"吧$|看来|看样子|看起来|据称|传说|传言|谣言|不妨|不如|何不|传闻|有人说|据传|谣传|没准|兴许|八成|多半|险些|本来想|本想|原想|原打算|本打算|原计划|本来(?:要|打算|计划)|可能|也许|或许|大概|应该|好像|似乎|说不定|恐怕|估计|差点|据说|听说|未必|不一定|不确定|考虑|建议|请你|请您|最好|犹豫|纠结"
)
OPINION = re.compile(r"觉得|认为|感觉|以为|猜|相信|怀疑|祝|愿你|但愿")

LEADING = re.compile(
    r"(?:然后|所以|因为|由于|但是|可是|但|不过|而且|另外|还有|其实|于是|后来|对了|嗯+|啊|哦+|噢|哈+|是的|对|好的|好|那么|那|并且|同时|虽然|最后|"
    r"我是说|我的意思是|准确地说|确切地说|首先|最终|终于|而|只是|总之|话说|说起来|没错|顺便说一下|嘿|唉|哎|原来|确实|当然|请)[，,、\s]*"
)
NUMERAL = re.compile(
    r"(?:一|这|那|1)(?:名|个|位|只|条|台|辆|本|部|家|场|份|把|张|套|双|件|首|杯|门|种|款|幅|所|次|群|支|座|间|匹|颗|棵|顿|段|点儿|点|些|顶|块|篇|封|瓶|罐|盒|包|袋|束|朵|片|节|趟|笔|项|届|期|堂|栋|艘|架|副|枚|盏)|(?:个|些)(?=.{2})"
)
TRAILING = re.compile(r"(?:了|的|啦|呢|吧|啊|呀|哦|嘛|哈|~|～|！|!|。|\.|\s)+$")
