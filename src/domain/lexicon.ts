/**
 * Concepts of everyday life in English and Chinese, written by hand from general knowledge: what lets the built-in
 * embedder bring "vet" near "my cat is sick" and 猫病了, and a question near a memory in the other language. One line a
 * concept, `English lemmas | 中文词`; a word may stand in several. A line that starts with # opens a topic, whose
 * concepts lie a little near each other. A line that starts with ~ is a
 * scene: things that are no synonyms but come up together. English words are stemmed when loaded; Chinese words are
 * matched longest first.
 */
export const LEXICON = `
# family
family relative kin household | 家人 家庭 亲戚 亲人 家里人
parent | 父母 爸妈 双亲 家长
mother mom mum mama mommy | 妈妈 母亲 老妈 妈
father dad papa daddy | 爸爸 父亲 老爸 爸
child kid toddler children | 孩子 小孩 儿童 娃 宝贝
baby infant newborn | 婴儿 宝宝 新生儿
son boy | 儿子 男孩
daughter girl | 女儿 闺女 女孩
sister sibling | 姐姐 妹妹 姐妹 姊妹
brother sibling | 哥哥 弟弟 兄弟 兄妹
grandmother grandma granny nana grandparent | 奶奶 外婆 姥姥 祖母
grandfather grandpa granddad grandparent | 爷爷 外公 姥爷 祖父
uncle aunt cousin nephew niece | 叔叔 舅舅 阿姨 姑姑 姨妈 表哥 表姐 表弟 表妹 堂哥 堂妹 侄子 侄女 外甥
husband spouse | 丈夫 老公 先生 爱人
wife spouse | 妻子 老婆 太太 媳妇
adopt adoption foster orphan | 收养 领养 寄养 孤儿
pregnant pregnancy birth maternity | 怀孕 孕妇 生孩子 分娩 产假 出生
raise parenting upbringing | 抚养 养育 育儿 带孩子
childhood grew youth | 童年 小时候 从小 年少
# relationships
friend friendship buddy pal mate | 朋友 友谊 好友 闺蜜 哥们
boyfriend girlfriend partner | 男朋友 女朋友 男友 女友 对象 伴侣
date dating crush romance romantic | 约会 恋爱 暗恋 浪漫 相亲
love affection adore | 爱 爱情 喜爱 深爱
marry marriage wed wedding bride groom fiance engaged engagement | 结婚 婚礼 婚姻 订婚 新娘 新郎 未婚妻 未婚夫
divorce breakup separate split ex | 离婚 分手 前任 前男友 前女友 分居
anniversary | 纪念日 周年
neighbor neighbour neighborhood | 邻居 街坊 小区
quarrel argue argument fight conflict disagree | 吵架 争吵 争执 矛盾 冲突 闹翻
forgive apologize apology sorry reconcile | 道歉 原谅 和好 对不起 抱歉
trust loyal honest honesty | 信任 忠诚 诚实 坦诚
meet met introduce acquaintance encounter | 认识 见面 结识 相识 遇见 碰面
support encourage encouragement help helpful assist | 支持 鼓励 帮助 帮忙 协助
lonely alone loneliness isolate | 孤独 孤单 寂寞 独自
# people
name surname nickname called | 名字 姓名 名叫 叫做 昵称 外号
age old young elderly year-old birthday | 年龄 岁数 年纪 多大 几岁 老人 年轻
gender transgender lgbtq queer gay lesbian pride | 性别 跨性别 同性恋 男性 女性
personality character trait temperament introvert extrovert | 性格 个性 脾气 内向 外向
height tall weight slim | 身高 体重 个子 高个
# pets and animals
pet animal | 宠物 动物
cat kitten kitty feline | 猫 猫咪 小猫 喵星人
dog puppy pup canine labrador retriever poodle | 狗 小狗 狗狗 犬 金毛 拉布拉多
vet veterinarian veterinary | 兽医 宠物医院
bird parrot | 鸟 鹦鹉 小鸟
fish aquarium goldfish | 金鱼 鱼缸 水族
rabbit hamster turtle guinea | 兔子 仓鼠 乌龟
horse pony riding stable | 马 骑马 马术
cow sheep pig farm livestock chicken | 牛 羊 猪 农场 牧场
wild wildlife zoo lion tiger bear elephant | 野生动物 动物园 狮子 老虎 大象 熊猫
insect bee butterfly mosquito | 昆虫 蜜蜂 蝴蝶 蚊子
leash collar litter kennel groom walkies | 猫砂 狗粮 猫粮 遛狗 牵引绳 宠物店
# health
health healthy wellness | 健康 身体 养生
sick ill illness disease unwell ailment | 生病 病 疾病 患病 不舒服 病情 得病
doctor physician clinic gp | 医生 大夫 诊所 看病 就医
hospital surgery operation emergency ambulance nurse | 医院 手术 急诊 住院 救护车 护士
medicine medication pill drug prescription antibiotic dose pharmacy | 药 药物 吃药 处方 抗生素 药店 药片 服药
allergy allergic anaphylaxis epipen hives intolerance intolerant | 过敏 过敏原 不耐受 过敏反应
peanut nut almond walnut hazelnut cashew | 花生 坚果 杏仁 核桃 腰果
lactose dairy gluten celiac shellfish | 乳糖 麸质 海鲜过敏 乳制品
cold flu fever cough sneeze virus covid infection | 感冒 发烧 咳嗽 流感 打喷嚏 病毒 新冠 感染
headache migraine pain ache hurt sore | 头痛 头疼 偏头痛 疼痛 疼 痛
asthma breathing lung inhaler | 哮喘 呼吸 肺
diabetes insulin sugar diabetic | 糖尿病 胰岛素 血糖
heart blood pressure cholesterol cardiac | 心脏 血压 高血压 胆固醇 心脏病
cancer tumor chemotherapy | 癌症 肿瘤 化疗
injury injure wound fracture broken sprain | 受伤 伤口 骨折 扭伤 摔伤
dentist tooth teeth dental | 牙医 牙齿 牙疼 看牙 洗牙 蛀牙 补牙 拔牙
eye vision glasses lens optician | 眼睛 视力 眼镜 近视 隐形眼镜
skin rash eczema acne sunscreen | 皮肤 皮疹 湿疹 痘痘 防晒
stomach nausea vomit diarrhea digestion | 胃 肚子疼 恶心 呕吐 拉肚子 消化
pain back knee joint physiotherapy arthritis | 腰疼 膝盖 关节 理疗 关节炎 颈椎
sleep asleep insomnia nap bedtime tired sleepy slept | 睡觉 睡眠 失眠 午睡 熬夜 困 早睡
vaccine vaccination immunization shot | 疫苗 接种 打针
therapy therapist counseling counselor psychologist psychiatrist | 心理咨询 心理医生 治疗 咨询师 心理治疗
mental depression depressed anxiety anxious panic | 抑郁 焦虑 心理健康 抑郁症 恐慌
stress stressed pressure burnout overwhelmed | 压力 紧张 倦怠 疲惫 累
diet calorie lose weight-loss | 减肥 节食 饮食 卡路里 瘦身
smoke smoking cigarette quit tobacco | 抽烟 吸烟 戒烟 香烟
meditate meditation mindfulness yoga relax relaxation | 冥想 瑜伽 放松 正念
insurance medicare coverage claim | 保险 医保 理赔
checkup diagnosis diagnose test symptom | 体检 检查 诊断 症状
recover recovery heal healing | 康复 恢复 痊愈
disability wheelchair disabled blind deaf accessible | 残疾 轮椅 失明 失聪 无障碍
# body
head face hair haircut beard | 头 脸 头发 理发 胡子
hand arm finger wrist shoulder | 手 胳膊 手指 手腕 肩膀
leg foot ankle feet toe | 腿 脚 脚踝
ear nose mouth throat | 耳朵 鼻子 嘴 喉咙 嗓子
# food
food eat meal dish ate eaten | 吃 食物 美食 吃饭 菜 饮食
breakfast brunch | 早餐 早饭 早点
lunch | 午餐 午饭
dinner supper | 晚餐 晚饭
restaurant diner eatery bistro | 餐厅 饭店 餐馆 馆子
cook cooking recipe kitchen chef bake baking oven | 做饭 烹饪 食谱 厨房 厨师 烘焙 下厨 烤箱
vegetarian vegan plant-based | 素食 吃素 纯素
meat beef pork steak lamb bacon | 肉 牛肉 猪肉 羊肉 牛排 红烧肉
chicken duck turkey poultry | 鸡肉 鸭肉 火鸡 烤鸭
seafood fish salmon shrimp prawn crab sushi | 海鲜 鱼 三文鱼 虾 螃蟹 寿司
vegetable salad tomato potato carrot spinach onion | 蔬菜 沙拉 番茄 西红柿 土豆 胡萝卜 洋葱
fruit apple banana strawberry orange grape mango | 水果 苹果 香蕉 草莓 橙子 葡萄 芒果 西瓜
rice noodle pasta spaghetti ramen dumpling | 米饭 面条 意面 拉面 饺子 馄饨 包子
bread toast bakery sandwich pizza burger | 面包 吐司 三明治 披萨 汉堡
soup stew broth | 汤 炖菜 煲汤
egg cheese milk butter yogurt | 鸡蛋 奶酪 牛奶 黄油 酸奶
spicy chili hot pepper hotpot | 辣 辣椒 火锅 麻辣 川菜
sweet dessert cake chocolate candy cookie ice-cream pie | 甜点 甜食 蛋糕 巧克力 糖果 饼干 冰淇淋
salt sauce spice garlic ginger cilantro coriander seasoning | 盐 酱 调料 大蒜 姜 香菜 味道
snack chips popcorn | 零食 小吃 薯片 爆米花
drink beverage juice soda water drank drunk | 饮料 喝 果汁 汽水 喝水
coffee latte espresso cappuccino cafe caffeine | 咖啡 拿铁 咖啡馆 咖啡店 美式
tea matcha | 茶 绿茶 红茶 品茶 茶叶 奶茶
alcohol beer wine cocktail whiskey bar pub drunk | 酒 啤酒 红酒 白酒 喝酒 酒吧 鸡尾酒
hungry appetite taste flavor delicious tasty yummy | 饿 胃口 口味 好吃 美味
takeout delivery takeaway order-in | 外卖 送餐 打包
# travel
travel trip journey tour vacation holiday tourist getaway | 旅行 旅游 出游 度假 假期 行程 游玩
fly flight airline airplane plane aviation pilot aboard flew flown flying | 飞 航班 飞机 航空 航空公司 机票 坐飞机 飞往
airport terminal boarding gate check-in | 机场 航站楼 登机 值机 登机牌
seat window aisle legroom | 座位 靠窗 过道 选座
luggage baggage suitcase carry-on backpack pack packing | 行李 行李箱 托运 背包 打包
hotel hostel airbnb motel accommodation lodge resort room | 酒店 宾馆 旅馆 民宿 住宿 客房
train railway rail station subway metro underground | 火车 高铁 车站 地铁 动车 铁路
bus coach tram | 公交 公交车 巴士 大巴
taxi cab uber lyft ride rode | 出租车 打车 网约车 滴滴
ship boat cruise ferry sail sailing | 船 邮轮 轮渡 帆船
passport visa border customs immigration | 护照 签证 海关 出入境 边境
book booking reserve reservation ticket | 预订 预定 订票 车票 门票 订座
map route direction navigate gps | 地图 路线 导航 方向
abroad overseas foreign country international | 国外 出国 海外 外国 国家
destination sightseeing attraction landmark museum | 景点 目的地 观光 名胜 博物馆
camp camping tent campfire campsite | 露营 帐篷 营地 篝火
hike hiking trail trek mountain climb summit | 徒步 爬山 登山 山 远足
beach sea ocean coast surf shore island | 海滩 海边 大海 沙滩 冲浪 海岛
lake river waterfall pond | 湖 河 瀑布 江
park garden picnic | 公园 花园 野餐
road roadtrip drive highway journey drove driven | 自驾 公路 开车 高速
# vehicles
car vehicle automobile drive driver sedan suv truck drove driven | 汽车 车 开车 司机 轿车 卡车
bike bicycle cycle cycling | 自行车 单车 骑行 骑车
motorcycle motorbike scooter | 摩托车 电动车
parking garage | 停车 车库 停车场 车位
mechanic repair engine brake tire battery | 修车 发动机 刹车 轮胎 保养 汽修
license insurance dmv | 驾照 驾驶证 车险
accident crash collision | 车祸 事故 碰撞
fuel gas petrol electric charge | 加油 汽油 充电 油费
# places
city town urban downtown village | 城市 城里 市区 市中心 小镇 乡村
china beijing shanghai hangzhou chengdu | 中国 北京 上海 杭州 成都 广州 深圳
japan tokyo japanese osaka kyoto | 日本 东京 大阪 京都
america usa us california york boston seattle | 美国 纽约 加州 波士顿 西雅图 旧金山
norway oslo norwegian scandinavia bergen | 挪威 奥斯陆 北欧
england britain uk london british scotland | 英国 伦敦 英格兰 苏格兰
france paris french | 法国 巴黎 法语
germany berlin german munich | 德国 柏林 慕尼黑 德语
italy rome italian milan | 意大利 罗马 米兰
spain madrid spanish barcelona | 西班牙 马德里 巴塞罗那
europe european | 欧洲
asia korea seoul thailand singapore india vietnam | 亚洲 韩国 首尔 泰国 新加坡 印度 越南
africa egypt kenya | 非洲 埃及
canada toronto vancouver sweden | 加拿大 多伦多 温哥华 瑞典
australia sydney zealand | 澳大利亚 悉尼 新西兰
hometown origin native roots homeland | 家乡 故乡 老家 祖国
library bookstore | 图书馆 书店
church temple mosque | 教堂 寺庙 清真寺
mall supermarket market grocery store shop | 商场 超市 市场 商店 便利店
# home
home house apartment flat condo live living residence address | 家 房子 公寓 住 居住 住址 地址 住在
move moving relocate relocation | 搬家 搬到 搬去 迁居
rent landlord tenant lease mortgage | 租房 房东 租金 租约 房贷 房租
roommate flatmate | 室友 合租
bedroom bed mattress pillow blanket | 卧室 床 床垫 枕头 被子
bathroom shower toilet bath | 浴室 洗澡 厕所 卫生间
living couch sofa furniture table chair shelf desk | 客厅 沙发 家具 桌子 椅子 书架
clean cleaning chore laundry tidy vacuum wash dishes | 打扫 清洁 家务 洗衣 收拾 洗碗 整理
repair fix renovate renovation plumber leak | 修理 装修 翻新 漏水 维修
garden gardening plant flower tree grow seed grew grown | 园艺 植物 花 种花 养花 树 种植
appliance fridge refrigerator washer dishwasher microwave heater | 冰箱 洗衣机 微波炉 家电 空调 暖气
decorate decoration decor paint wall | 装饰 布置 刷墙
key lock door security | 钥匙 门锁 门 锁 安防
# work
job work career employment occupation profession | 工作 职业 上班 事业 就业
company firm corporation employer office workplace | 公司 单位 企业 办公室 职场
boss manager supervisor leader | 老板 经理 领导 上司 主管
colleague coworker teammate team | 同事 团队 队友 搭档
hire interview resume cv recruit applicant application apply | 面试 招聘 简历 应聘 求职 申请 入职
fired layoff unemployed resign quit laid retire retirement | 辞职 失业 裁员 离职 退休 开除
promotion promote raise | 升职 晋升 加薪 提拔
salary wage income pay paycheck bonus | 工资 薪水 收入 奖金 薪资
project task assignment deadline deliverable | 项目 任务 截止日期 进度
meeting conference call presentation agenda | 会议 开会 演讲 汇报 议程
report document memo spreadsheet file | 报告 文档 文件 表格 汇报
business startup entrepreneur founder venture shop-owner | 生意 创业 创始人 经营 开店
customer client service support | 客户 顾客 客服 服务
contract agreement negotiate deal sign | 合同 协议 谈判 签约
teacher professor instructor tutor teach taught | 老师 教师 教授 讲师
engineer engineering developer programmer | 工程师 程序员 开发者
nurse carer social-worker caregiver | 护士 护工 社工
lawyer legal attorney court law | 律师 法律 法院 打官司
designer design graphic architect | 设计师 设计 建筑师
artist musician writer author | 艺术家 音乐家 作家
police officer firefighter military army soldier veteran | 警察 消防员 军人 部队 士兵 退伍
remote freelance hybrid wfh | 远程办公 自由职业 在家办公
overtime shift busy workload | 加班 忙 值班 倒班
skill experience expertise qualification certificate | 技能 经验 专长 证书 资格
# study
school student classmate pupil | 学校 学生 同学 上学
university college campus degree bachelor master phd graduate graduation | 大学 学位 毕业 本科 硕士 博士 研究生 校园
study learn learning course class lesson lecture education studied | 学习 课程 上课 课 教育 学 讲座
exam test quiz grade score | 考试 成绩 分数 测验 高考 考研
homework essay thesis paper dissertation | 作业 论文 毕业论文
major subject math physics chemistry biology history psychology | 专业 科目 数学 物理 化学 生物 历史 心理学
language english chinese mandarin speak translate fluent vocabulary spoke spoken | 语言 英语 中文 普通话 外语 口语 翻译 单词
research scientist science experiment lab | 研究 科学 实验 科学家 实验室
scholarship tuition | 奖学金 学费
kindergarten daycare preschool nursery | 幼儿园 托儿所
# money
money cash finance financial fund | 钱 现金 金钱 财务 资金
bank account banking | 银行 账户 存款 账号
card credit debit visa mastercard | 信用卡 银行卡 借记卡 刷卡
pay payment paid invoice bill receipt | 付款 支付 账单 发票 缴费 收据
price cost expensive cheap afford fee | 价格 多少钱 贵 便宜 费用 花费
budget save saving spend expense | 预算 省钱 存钱 开销 花钱 支出
invest investment stock share crypto bitcoin fund | 投资 股票 基金 比特币 理财
debt loan borrow owe lend | 债务 贷款 借钱 欠 还款
tax taxes irs | 税 报税 税务 个税
donate donation charity fundraiser fundraising | 捐款 慈善 募捐 捐赠
lottery win gamble bet | 彩票 中奖 赌博
# shopping
shop shopping buy bought purchase | 购物 买 购买 逛街 网购
order parcel package shipment ship delivery tracking courier | 订单 包裹 快递 物流 发货 送货 下单
refund return exchange complaint replace replacement | 退款 退货 换货 投诉 退钱
discount sale coupon promo bargain | 折扣 打折 优惠券 促销 优惠
warranty guarantee | 保修 质保 保修期
sell seller vendor sold | 卖 卖家 出售 商家
gift present surprise | 礼物 礼品 惊喜 送礼
brand product item model | 品牌 产品 商品 型号
stock available sold-out | 库存 有货 缺货
size fit small medium large | 尺码 大小 尺寸 号码
# clothing
clothes clothing outfit wear dress fashion wore worn | 衣服 穿 服装 穿搭 时尚
shirt jacket coat sweater hoodie suit | 衬衫 外套 大衣 毛衣 西装
pants jeans trousers skirt shorts | 裤子 牛仔裤 裙子
shoe sneaker boot sandal | 鞋 鞋子 运动鞋 靴子
jewelry necklace ring earring bracelet watch | 首饰 项链 戒指 耳环 手链 手表
hat scarf glove bag purse | 帽子 围巾 手套 包包 钱包
makeup cosmetics lipstick skincare | 化妆 化妆品 口红 护肤
color colour red blue green yellow purple pink black white | 颜色 红色 蓝色 绿色 黄色 紫色 粉色 黑色 白色
# time
time clock hour minute | 时间 几点 小时 分钟 钟头
morning dawn sunrise early | 早上 早晨 上午 清晨 一早
afternoon noon | 下午 中午
evening night midnight sunset tonight | 晚上 夜里 傍晚 半夜 今晚
today | 今天 今日
tomorrow | 明天 明日
yesterday | 昨天 昨日
week weekly weekday | 星期 周 每周 礼拜
weekend saturday sunday | 周末 周六 周日 星期六 星期天
monday | 周一 星期一
tuesday | 周二 星期二
wednesday | 周三 星期三
thursday | 周四 星期四
friday | 周五 星期五
month monthly | 月 每月 月份
year annual yearly | 年 每年 年度
when date day schedule calendar appointment plan | 什么时候 日期 日程 日历 安排 预约 计划 哪天
late delay postpone delayed reschedule | 迟到 延误 推迟 改期 晚点 延期
cancel cancellation | 取消 退订
reminder remind alarm deadline | 提醒 闹钟 截止
always usually often habit routine | 总是 经常 习惯 通常 平时
begin start since started | 开始 起 自从
finish end complete done | 结束 完成 做完
duration long period | 多久 多长时间 期间
frequency daily twice times | 每天 多少次 天天 频率
holiday christmas thanksgiving easter halloween festival | 节日 圣诞节 感恩节 春节 中秋节 国庆节 过年 新年
january february march april june july august september october november december | 一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月
# hobbies
hobby interest pastime leisure enjoy fun | 爱好 兴趣 休闲 喜欢 业余 乐趣
favorite favourite prefer preference like best | 最喜欢 偏好 更喜欢 喜欢 最爱
hate dislike avoid | 讨厌 不喜欢 反感 厌恶
read reading book novel literature | 读书 看书 书 小说 阅读 文学 书籍
write writing poem poetry story blog journal diary wrote written | 写作 写 诗 诗歌 故事 日记 博客
author writer bestseller series sequel | 作者 作家 畅销书 系列
movie film cinema actor actress director | 电影 看电影 影院 演员 导演 影片
tv show series episode netflix drama documentary anime | 电视剧 剧 综艺 动漫 纪录片 追剧 电视
music song listen album playlist | 音乐 歌 歌曲 听歌 专辑 听音乐
instrument guitar piano violin drum clarinet | 乐器 吉他 钢琴 小提琴 鼓 弹琴
sing singer choir karaoke sang sung | 唱歌 歌手 合唱 卡拉ok
concert band gig orchestra perform performance | 演唱会 乐队 音乐会 演出 表演
dance dancing ballet | 跳舞 舞蹈 芭蕾
paint painting draw drawing sketch canvas watercolor art artwork drew drawn | 画画 绘画 画 素描 油画 艺术 水彩
pottery clay ceramic sculpture craft handmade knit knitting sew | 陶艺 手工 雕塑 编织 缝纫 陶瓷
photo photography camera picture photographer | 照片 摄影 相机 拍照 拍摄
game gaming video console nintendo playstation xbox | 游戏 打游戏 电子游戏 主机 玩游戏
chess board boardgame puzzle card | 象棋 棋 桌游 拼图 围棋 下棋
collect collection antique vintage | 收藏 收集 古董
theater theatre musical stage opera comedy | 话剧 剧院 音乐剧 歌剧 喜剧 戏剧
museum gallery exhibition exhibit | 博物馆 美术馆 展览 画展
fish fishing hunt | 钓鱼 打猎
volunteer volunteering community shelter | 志愿者 义工 志愿 公益
podcast youtube vlog channel streaming | 播客 视频 频道 直播
# sports
sport athlete athletic exercise workout fitness gym train training | 运动 锻炼 健身 健身房 体育 训练
run running jog marathon race ran | 跑步 慢跑 马拉松 赛跑
swim swimming pool swam swum | 游泳 泳池
football soccer goal league | 足球 踢球 联赛 球队
basketball nba hoop | 篮球 打篮球
tennis badminton ping-pong racket | 网球 羽毛球 乒乓球
ski skiing snowboard skate skating | 滑雪 滑冰 单板 溜冰
golf baseball cricket hockey rugby volleyball | 高尔夫 棒球 排球 曲棍球 橄榄球
martial karate boxing taekwondo kickboxing | 武术 拳击 跆拳道 太极 功夫
match tournament competition championship win won victory medal trophy | 比赛 锦标赛 冠军 赢 奖牌 胜利 竞赛
coach team player fan | 教练 球员 球迷 选手
climbing boulder adventure outdoors | 攀岩 户外 探险
# nature and weather
weather forecast temperature climate | 天气 气温 天气预报 气候
rain rainy umbrella storm thunder | 下雨 雨 雨伞 暴雨 打雷
snow snowy winter | 下雪 雪 冬天 冬季
sun sunny summer heat hot | 晴天 太阳 夏天 夏季 热 炎热
spring blossom | 春天 春季 开花
autumn fall leaves | 秋天 秋季 落叶
wind windy hurricane typhoon tornado | 风 刮风 台风 飓风
cold freezing chilly | 冷 寒冷 冻
nature natural forest wood scenery view landscape | 大自然 自然 森林 风景 景色 树林
environment climate recycle pollution sustainable | 环保 环境 污染 回收 可持续
earthquake flood fire disaster wildfire | 地震 洪水 火灾 灾害
star sky moon meteor astronomy space telescope | 星星 天空 月亮 流星 天文 太空 望远镜
# emotions
happy happiness glad joy joyful delighted cheerful | 开心 高兴 快乐 幸福 愉快
sad sadness cry tears unhappy upset heartbroken | 难过 伤心 悲伤 哭 不开心 沮丧
angry anger mad furious annoyed frustrated frustration | 生气 愤怒 恼火 烦躁 烦
afraid fear scared frightened nervous worry worried | 害怕 恐惧 担心 紧张 担忧 怕
excited excitement thrill thrilled eager | 兴奋 激动 期待
proud pride accomplish accomplishment achieve achievement | 骄傲 自豪 成就 成就感
grateful thankful gratitude appreciate thanks | 感激 感谢 感恩 谢谢
surprise surprised shock shocked amazed | 惊讶 吃惊 震惊
hope wish dream goal aspire ambition | 希望 愿望 梦想 目标 理想
regret guilt guilty shame embarrassed | 后悔 内疚 羞愧 尴尬
calm peace peaceful serene | 平静 安静 宁静 平和
bored boring dull | 无聊 乏味 没意思
confident confidence self-esteem courage brave | 自信 勇气 勇敢 信心
miss nostalgia nostalgic memory remember | 想念 怀念 思念 回忆 记得
disappoint disappointed disappointment | 失望
inspire inspiration motivate motivation | 启发 灵感 激励 动力
death die died funeral grief mourn passed loss dying | 去世 死亡 葬礼 离世 过世 哀悼
# events
party celebrate celebration gathering | 聚会 派对 庆祝 聚餐
birthday cake candle | 生日 过生日 生日蛋糕
event ceremony | 活动 仪式 典礼
invite invitation guest host | 邀请 请柬 客人 做客
visit visitor | 拜访 看望 参观 探望
conference workshop seminar summit | 研讨会 峰会 工作坊
parade march rally protest | 游行 集会 抗议
award prize nominate | 奖 获奖 奖品 奖项
# communication
phone call mobile smartphone iphone android | 手机 电话 打电话 苹果手机 安卓
message text chat sms whatsapp wechat | 消息 短信 微信 聊天 发消息
email mail inbox | 邮件 邮箱 电子邮件
letter postcard post stamp | 信 明信片 邮票 写信
social media instagram facebook twitter post | 社交媒体 朋友圈 微博 抖音 小红书
news newspaper article headline | 新闻 报纸 文章 报道
talk speak conversation discuss discussion tell said spoke spoken | 聊 谈 说 讨论 交流 谈话 告诉
ask question answer reply | 问 问题 回答 回复 提问
advice suggest suggestion recommend recommendation tip | 建议 推荐 意见 忠告
secret privacy private confidential | 秘密 隐私 保密
password login account credential username | 密码 登录 账号 用户名
# technology
computer laptop pc macbook desktop | 电脑 笔记本 计算机 台式机
software app application program | 软件 应用 程序 app
code coding programming script | 代码 编程 写代码 脚本
python javascript typescript java rust golang | 编程语言 python java
bug error exception crash failure failed fail issue | 错误 报错 异常 崩溃 故障 失败 漏洞 出错
debug troubleshoot fix solve solution resolve | 调试 排查 修复 解决 解决方案
test testing unit ci pipeline | 测试 单元测试 流水线 用例
deploy deployment release rollout rollback production staging | 部署 发布 上线 回滚 生产环境
server host hosting cloud aws azure kubernetes docker container | 服务器 云 主机 容器 集群 云服务
database sql postgres mysql mongodb redis sqlite migration | 数据库 数据 迁移 表
api endpoint request response http rest | 接口 请求 响应
network internet wifi router connection vpn dns | 网络 互联网 无线网 路由器 连接 宽带
timeout slow latency performance lag | 超时 慢 延迟 性能 卡顿
update upgrade version install | 更新 升级 版本 安装
backup restore recovery data-loss | 备份 还原 数据恢复
security hack breach vulnerability encrypt | 安全 黑客 加密 攻击
website web page browser chrome | 网站 网页 浏览器 官网
screen display monitor keyboard mouse printer | 屏幕 显示器 键盘 鼠标 打印机
battery charger cable usb power | 电池 充电器 数据线 电量
ai artificial model machine-learning chatbot robot | 人工智能 模型 机器学习 机器人 大模型
git commit branch merge repository github | 仓库 分支 提交 合并 代码库
config configuration setting option parameter | 配置 设置 参数 选项
log monitor alert metric | 日志 监控 告警 指标
memory disk storage cpu gpu | 内存 硬盘 存储 显卡
permission access role authorization token | 权限 访问 授权 令牌
subscription plan premium membership member trial | 会员 订阅 套餐 试用
headphones earbuds speaker audio | 耳机 音箱 音响
tablet ipad kindle ebook | 平板 电子书
# society
religion faith god pray prayer church spiritual | 宗教 信仰 上帝 祈祷 信教 灵性
christian bible buddhist muslim islam jewish | 基督教 圣经 佛教 伊斯兰 佛
politics political government election vote president | 政治 政府 选举 投票 总统
law crime police theft steal robbery stole stolen | 犯罪 盗窃 偷 抢劫 报警
war army military conflict | 战争 军队 打仗
right equality justice activist activism discrimination | 权利 平等 正义 歧视 维权
community neighborhood local society group club | 社区 社会 团体 俱乐部 社团
culture tradition traditional heritage custom | 文化 传统 习俗 遗产
history historical ancient | 历史 古代 历史上
immigrant refugee citizen citizenship nationality | 移民 难民 公民 国籍
mentor mentoring role-model guidance | 导师 指导 榜样
school-board council campaign organization | 组织 机构 竞选
# self and change
goal resolution improve improvement progress | 目标 进步 提高 改进 提升
change transition transform journey | 改变 转变 变化 转型
decide decision choose choice option | 决定 选择 抉择
problem trouble difficulty challenge struggle hard | 困难 麻烦 挑战 难题 难
success succeed successful | 成功 顺利
mistake wrong fault | 失误 弄错 做错 过错
important matter significant value essential | 重要 要紧 价值 意义
need require must necessary requirement | 需要 必须 必要 要求
want desire wish | 想要 想 愿意
like enjoy fond | 喜欢 爱 享受
limit restriction forbid ban allergic cannot | 限制 禁止 不能 不可以 不准
rule policy regulation guideline | 规则 规定 政策 制度
danger dangerous risk safe safety | 危险 风险 安全
fast quick speed hurry rush | 快 迅速 速度 赶紧
big large huge small tiny | 大 小 巨大 很小
new recent latest brand-new | 新 最新 新的 最近
lost lose find found missing | 丢 丢失 找到 弄丢 遗失
give receive share gave given | 给 收到 分享 送
wait queue line | 等 排队 等待
try attempt practice | 尝试 练习 试试
~ vet animal pet cat dog kitten puppy sick ill sneeze limp neuter spay vaccine litter paw | 兽医 宠物医院 猫 猫咪 狗 小狗 宠物 生病 病 疫苗 绝育 打喷嚏
~ allergy allergic peanut nut gluten lactose shellfish avoid ingredient intolerant eat epipen | 过敏 花生 坚果 忌口 麸质 乳糖 海鲜 不能吃 成分
~ doctor sick ill pain fever cough medicine hospital symptom prescription clinic appointment | 医生 生病 病 疼 发烧 咳嗽 药 医院 看病 症状 挂号 门诊
~ fly flight airline airport passport luggage boarding seat plane abroad depart arrive | 飞 航班 航空公司 机场 护照 行李 登机 座位 机票 出发 到达 飞机
~ travel trip hotel flight vacation itinerary destination sightseeing visit abroad tour | 旅行 旅游 酒店 机票 度假 行程 景点 出国 出差
~ commute train bus subway traffic ticket station late drive | 通勤 地铁 公交 高铁 堵车 车票 车站 迟到
~ wedding bride groom marry guest ceremony honeymoon ring dress anniversary | 婚礼 新娘 新郎 结婚 蜜月 戒指 婚纱 纪念日
~ baby pregnant birth newborn diaper nursery parent | 怀孕 宝宝 出生 婴儿 尿布 产假 父母
~ birthday party gift cake present celebrate invite balloon | 生日 派对 礼物 蛋糕 庆祝 聚会 邀请
~ restaurant dinner reservation menu cuisine order waiter table meal | 餐厅 晚餐 订位 菜单 点菜 吃饭 聚餐
~ cook recipe kitchen bake ingredient oven dinner dish taste | 做饭 食谱 厨房 烘焙 食材 烤箱 下厨 菜
~ coffee tea cafe morning caffeine drink cup | 咖啡 茶 咖啡馆 早上 喝
~ vegetarian vegan meat dairy diet eat | 素食 吃素 肉 奶制品 饮食 不吃
~ job interview resume hire apply offer salary position career quit | 工作 面试 简历 招聘 应聘 入职 工资 职位 辞职 跳槽
~ work office boss colleague meeting project deadline team overtime | 上班 办公室 老板 同事 开会 项目 截止 团队 加班
~ study exam school class homework teacher student grade college course | 学习 考试 学校 上课 作业 老师 学生 成绩 大学 课程
~ order parcel delivery tracking ship courier arrive late package | 订单 包裹 快递 发货 物流 送货 没收到 到货
~ refund return exchange broken warranty receipt complaint defective store | 退款 退货 换货 坏了 保修 发票 投诉 售后 商家
~ pay bank card transfer bill account money charge | 付款 银行 信用卡 转账 账单 账户 钱 扣款
~ invest saving budget debt loan mortgage retirement fund | 投资 存钱 预算 贷款 房贷 理财 基金
~ rent apartment move landlord lease roommate furniture neighborhood | 租房 公寓 搬家 房东 租约 室友 家具 小区
~ repair broken plumber leak fix appliance electrician | 修理 坏了 漏水 维修 家电 电工
~ garden plant flower grow seed tree vegetable soil | 园艺 植物 花 种 树 浇水 阳台
~ clean laundry chore wash tidy dishes house | 打扫 洗衣 家务 洗碗 收拾 整理
~ gym exercise workout run fitness weight muscle train yoga healthy | 健身 锻炼 跑步 减肥 训练 瑜伽 运动 健康
~ hike camp mountain trail outdoors tent nature forest fish | 徒步 露营 爬山 户外 帐篷 大自然 森林 钓鱼
~ beach sea swim sand sunscreen surf summer island | 海边 沙滩 游泳 防晒 冲浪 夏天 海岛
~ ski snow winter cold mountain skate | 滑雪 雪 冬天 冷 滑冰
~ football basketball tennis match team coach league score player win | 足球 篮球 网球 比赛 球队 教练 球员 赢 进球
~ music concert band guitar piano sing song violin instrument stage | 音乐 演唱会 乐队 吉他 钢琴 唱歌 歌 小提琴 演出
~ paint draw art canvas gallery exhibition pottery artist creative | 画画 绘画 艺术 画展 美术馆 陶艺 画家 创作
~ book read novel author library story write publish | 看书 读书 小说 作者 图书馆 故事 写作 出版
~ movie film watch cinema actor series show netflix | 电影 看电影 影院 演员 电视剧 追剧
~ game play console video level tournament multiplayer | 游戏 打游戏 主机 玩 电竞
~ photo camera picture portrait lens shoot album | 照片 相机 拍照 摄影 镜头 相册
~ deploy release production server rollback build pipeline migration version | 部署 发布 上线 服务器 回滚 构建 流水线 迁移 版本
~ bug error fail crash fix debug log test exception timeout | 错误 报错 失败 崩溃 修复 调试 日志 测试 异常 超时
~ database query table schema sql migration backup index | 数据库 查询 表结构 迁移 备份 索引
~ phone laptop computer screen battery charger app device broken | 手机 电脑 笔记本 屏幕 电池 充电 应用 设备
~ internet wifi router network slow connection disconnect | 网络 无线网 路由器 断网 网速 宽带
~ password login account email locked code verify | 密码 登录 账号 邮箱 验证码 锁定
~ car drive repair license insurance accident mechanic parking tire engine | 车 开车 修车 驾照 车险 车祸 停车 轮胎 保养
~ church faith pray god belief religion worship | 教堂 信仰 祈祷 上帝 宗教 礼拜 寺庙
~ volunteer charity donate community shelter homeless help fundraiser | 志愿者 慈善 捐款 社区 公益 义工 帮助
~ vote election politics government campaign law rights | 投票 选举 政治 政府 竞选 法律 权利
~ death funeral grief loss mourn miss sad | 去世 葬礼 离世 悲伤 想念 难过
~ stress anxious therapy depressed counseling mental sleep burnout | 压力 焦虑 心理咨询 抑郁 失眠 情绪 疲惫
~ breakup divorce love relationship partner date heartbroken | 分手 离婚 恋爱 感情 对象 约会 失恋
~ friend quarrel forgive apologize argue trust reconcile | 朋友 吵架 原谅 道歉 信任 和好 闹矛盾
~ remind schedule appointment calendar meeting tomorrow date plan | 提醒 日程 预约 日历 会议 明天 安排 计划
~ weather rain snow sunny umbrella cold hot forecast storm | 天气 下雨 下雪 晴天 雨伞 冷 热 预报
~ clothes wear dress shoe fashion size shop outfit | 衣服 穿 裙子 鞋 穿搭 尺码 买 外套
~ home live address city town move hometown from | 住 家 地址 城市 搬到 家乡 老家
~ family parent child mother father sister brother son daughter visit | 家人 父母 孩子 妈妈 爸爸 姐姐 弟弟 儿子 女儿 看望
~ language learn speak english translate course abroad practice | 语言 学 口语 英语 翻译 出国 练习
~ adopt child agency parent foster family process | 收养 孩子 领养 家庭 手续
~ startup business customer store launch product founder invest | 创业 生意 客户 开店 产品 创始人 投资
`;
