-- Functions of the schema octavo, shared by all tenants: text normalisation and safe readings of JSON text.
-- unaccented, lowered, fold, wordline and normalize_digits give exactly what the functions of src/formats/text
-- give; a test there compares them over Unicode and says how the tables below should be when a new Unicode
-- version changes them. Nothing here depends on the collation of the database: lower() under "C" touches
-- ASCII only, everything else is spelled out, and the regular expressions name code points.

create schema if not exists octavo;

-- Replaces each of the letters by the one at the same position of the replacements. A loop over the letters
-- that occur: translate() looks through the whole list for each character, which took 80 microseconds for a
-- Russian title of 60 characters and a list of 120 letters.
create or replace function octavo.replace_letters(text, letters text, replacements text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  letter_class text := '[' || letters || ']';
  result text := $1;
  letter text;
begin
  loop
    letter := substring(result from letter_class);
    exit when letter is null;
    result := replace(result, letter, substr(replacements, strpos(letters, letter), 1));
  end loop;
  return result;
end $$;

-- Lower-cases every letter, each for itself: final sigma becomes the ordinary one. The lists begin with
-- Cyrillic and Greek, because finding a position takes time in proportion to it.
create or replace function octavo.lower_letters(text) returns text
  language sql immutable strict parallel safe
  return octavo.replace_letters(lower($1 collate "C"),
    'ЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ'
    'ϏϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖÆÐØÞĐĦ'
    'ĲĿŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǄǅǇǈǊǋǤǱǲǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆ'
    'ɈɊɌɎͰͲͶͿѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺ'
    'ӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅ'
    'ჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝ'
    'ᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶ'
    'ᲷᲸᲹᲺᲽᲾᲿẞỺỼỾℲⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫⅬⅭⅮⅯↃⒶⒷⒸⒹⒺⒻⒼⒽⒾⒿⓀⓁⓂⓃⓄⓅⓆⓇⓈⓉⓊⓋⓌⓍⓎⓏⰀⰁⰂⰃⰄⰅⰆⰇⰈ'
    'ⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒ'
    'ⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨ'
    'ꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍ'
    'ꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳ'
    'ＴＵＶＷＸＹＺ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀'
    '𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉'
    '𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𑢠'
    '𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠'
    '𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡ς',
    'ђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρστυφχψω'
    'ϗϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆæðøþđħ'
    'ĳŀłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǆǆǉǉǌǌǥǳǳƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇ'
    'ɉɋɍɏͱͳͷϳѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻ'
    'ӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥ'
    'ⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭ'
    'ꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶ'
    'ჷჸჹჺჽჾჿßỻỽỿⅎⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹⅺⅻⅼⅽⅾⅿↄⓐⓑⓒⓓⓔⓕⓖⓗⓘⓙⓚⓛⓜⓝⓞⓟⓠⓡⓢⓣⓤⓥⓦⓧⓨⓩⰰⰱⰲⰳⰴⰵⰶⰷⰸ'
    'ⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓ'
    'ⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩ'
    'ꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥ'
    'ꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓ'
    'ｔｕｖｗｘｙｚ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨'
    '𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉'
    '𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𑣀'
    '𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻'
    '𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃σ');

-- Without accents, case kept.
create or replace function octavo.unaccented(text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  plain text := $1;
begin
  if octet_length(plain) = char_length(plain) then
    return plain;
  end if;
  plain := regexp_replace(normalize(plain, nfkd),
    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+', '', 'g');
  if octet_length(plain) = char_length(plain) then
    return plain;
  end if;
  plain := octavo.replace_letters(plain,
    'ÐðĐđĦħıĸŁłŊŋØøŦŧ'
    'ƀɃƁɓƂƃƇƈƉɖƊɗƋƌƐɛƑƒƓɠƖɩƗɨƘƙ'
    'ƚȽƝɲƞȠƤƥƫƬƭƮʈƲʋƳƴƵƶǤǥȡȤȥȴȵȶȷ'
    'ȺⱥȻȼȾⱦȿⱾɀⱿɄʉɆɇɈɉɌɍɎɏ'
    'ʹʻʼʽʾʿ‘’‚‛′'
    'ʺ“”„‟″'
    '‐‒–—―−',
    'DdDdHhiqLlNnOoTt'
    'bBBbBbCcDdDdDdEeFfGgIiIiKk'
    'lLNnnNPptTtTtVvYyZzGgdZzlntj'
    'AaCcTtsSzZUuEeJjRrYy'
    ''''''''''''''''''''''''
    '""""""'
    '------');
  plain := replace(replace(replace(replace(plain, 'Æ', 'AE'), 'æ', 'ae'), 'Œ', 'OE'), 'œ', 'oe');
  return replace(replace(replace(replace(plain, 'ẞ', 'SS'), 'ß', 'ss'), 'Þ', 'TH'), 'þ', 'th');
end $$;

-- In lower case, accents kept, composed.
create or replace function octavo.lowered(text) returns text
  language plpgsql immutable strict parallel safe as $$
begin
  if octet_length($1) = char_length($1) then
    return lower($1 collate "C");
  end if;
  return normalize(octavo.lower_letters(normalize($1, nfd)), nfc);
end $$;

-- Without accents and in lower case.
create or replace function octavo.fold(text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  plain text;
begin
  if octet_length($1) = char_length($1) then
    return lower($1 collate "C");
  end if;
  plain := octavo.unaccented($1);
  if octet_length(plain) = char_length(plain) then
    return lower(plain collate "C");
  end if;
  return octavo.lower_letters(plain);
end $$;

-- The folded words with a blank before and after each; words longer than 200 characters are cut.
create or replace function octavo.wordline(text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  folded text := octavo.fold($1);
  line text;
begin
  if octet_length(folded) = char_length(folded) then
    line := regexp_replace(folded, '[^0-9a-z]+', ' ', 'g');
  else
    line := regexp_replace(folded, '[^0-9a-z'
      '\u0185-\u02c1\u02c6-\u02d1\u02ec\u02ee\u0371-\u0373\u0377\u037b-\u037d\u03b1-\u03f3'
      '\u03f8-\u0481\u0483-\u052f\u0559\u0560-\u0588\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5'
      '\u05c7\u05d0-\u05ea\u05ef-\u05f2\u0610-\u061a\u0620-\u0669\u066e-\u06d2\u06d5-\u06dc'
      '\u06df-\u06e8\u06ea-\u06fc\u06ff\u0710-\u074a\u074d-\u07b1\u07c0-\u07f5\u07fa\u07fd'
      '\u0800-\u082d\u0840-\u085b\u0860-\u086a\u0870-\u0887\u0889-\u088f\u0897-\u08e1\u08e3-\u0963'
      '\u0966-\u096f\u0971-\u0983\u0985-\u098c\u098f\u0990\u0993-\u09a8\u09aa-\u09b0\u09b2'
      '\u09b6-\u09b9\u09bc-\u09c4\u09c7\u09c8\u09cd\u09ce\u09d7\u09e0-\u09e3\u09e6-\u09f1'
      '\u09f4-\u09f9\u09fc\u09fe\u0a01-\u0a03\u0a05-\u0a0a\u0a0f\u0a10\u0a13-\u0a28\u0a2a-\u0a30'
      '\u0a32\u0a35\u0a38\u0a39\u0a3c\u0a3e-\u0a42\u0a47\u0a48\u0a4b-\u0a4d\u0a51\u0a5c'
      '\u0a66-\u0a75\u0a81-\u0a83\u0a85-\u0a8d\u0a8f-\u0a91\u0a93-\u0aa8\u0aaa-\u0ab0\u0ab2\u0ab3'
      '\u0ab5-\u0ab9\u0abc-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ad0\u0ae0-\u0ae3\u0ae6-\u0aef'
      '\u0af9-\u0aff\u0b01-\u0b03\u0b05-\u0b0c\u0b0f\u0b10\u0b13-\u0b28\u0b2a-\u0b30\u0b32\u0b33'
      '\u0b35-\u0b39\u0b3c-\u0b44\u0b47\u0b4d\u0b55-\u0b57\u0b5f-\u0b63\u0b66-\u0b6f\u0b71-\u0b77'
      '\u0b82\u0b83\u0b85-\u0b8a\u0b8e-\u0b90\u0b92-\u0b95\u0b99\u0b9a\u0b9c\u0b9e\u0b9f'
      '\u0ba3\u0ba4\u0ba8-\u0baa\u0bae-\u0bb9\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bcd\u0bd0\u0bd7'
      '\u0be6-\u0bf2\u0c00-\u0c0c\u0c0e-\u0c10\u0c12-\u0c28\u0c2a-\u0c39\u0c3c-\u0c44\u0c46\u0c47'
      '\u0c4a-\u0c4d\u0c55\u0c56\u0c58-\u0c5a\u0c5c\u0c5d\u0c60-\u0c63\u0c66-\u0c6f\u0c78-\u0c7e'
      '\u0c80-\u0c83\u0c85-\u0c8c\u0c8e-\u0c90\u0c92-\u0ca8\u0caa-\u0cb3\u0cb5-\u0cb9\u0cbc-\u0cc4'
      '\u0cc6\u0ccc\u0ccd\u0cd5\u0cd6\u0cdc-\u0cde\u0ce0-\u0ce3\u0ce6-\u0cef\u0cf1-\u0cf3'
      '\u0d00-\u0d0c\u0d0e-\u0d10\u0d12-\u0d44\u0d46-\u0d48\u0d4d\u0d4e\u0d54-\u0d63\u0d66-\u0d78'
      '\u0d7a-\u0d7f\u0d81-\u0d83\u0d85-\u0d96\u0d9a-\u0db1\u0db3-\u0dbb\u0dbd\u0dc0-\u0dc6\u0dca'
      '\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0de6-\u0def\u0df2\u0df3\u0e01-\u0e3a\u0e40-\u0e4e'
      '\u0e50-\u0e59\u0e81\u0e82\u0e84\u0e86-\u0e8a\u0e8c-\u0ea3\u0ea5\u0ea7-\u0ebd\u0ec0-\u0ec4'
      '\u0ec6\u0ec8-\u0ece\u0ed0-\u0ed9\u0ede\u0edf\u0f00\u0f18\u0f19\u0f20-\u0f33\u0f35\u0f37'
      '\u0f39\u0f3e-\u0f47\u0f49-\u0f6c\u0f71-\u0f84\u0f86-\u0f97\u0f99-\u0fbc\u0fc6\u1000-\u1049'
      '\u1050-\u109d\u10d0-\u10fa\u10fd-\u1248\u124a-\u124d\u1250-\u1256\u1258\u125a-\u125d'
      '\u1260-\u1288\u128a-\u128d\u1290-\u12b0\u12b2-\u12b5\u12b8-\u12be\u12c0\u12c2-\u12c5'
      '\u12c8-\u12d6\u12d8-\u1310\u1312-\u1315\u1318-\u135a\u135d-\u135f\u1369-\u137c\u1380-\u138f'
      '\u13f8-\u13fd\u1401-\u166c\u166f-\u167f\u1681-\u169a\u16a0-\u16ea\u16ee-\u16f8\u1700-\u1715'
      '\u171f-\u1734\u1740-\u1753\u1760-\u176c\u176e-\u1770\u1772\u1773\u1780-\u17d3\u17d7'
      '\u17dc\u17dd\u17e0-\u17e9\u17f0-\u17f9\u180b-\u180d\u180f-\u1819\u1820-\u1878\u1880-\u18aa'
      '\u18b0-\u18f5\u1900-\u191e\u1920-\u192b\u1930-\u193b\u1946-\u196d\u1970-\u1974\u1980-\u19ab'
      '\u19b0-\u19c9\u19d0-\u19da\u1a00-\u1a1b\u1a20-\u1a5e\u1a60-\u1a7c\u1a7f-\u1a89\u1a90-\u1a99'
      '\u1aa7\u1b00-\u1b4c\u1b50-\u1b59\u1b6b-\u1b73\u1b80-\u1bf3\u1c00-\u1c37\u1c40-\u1c49'
      '\u1c4d-\u1c7d\u1c80-\u1c8a\u1cd0-\u1cd2\u1cd4-\u1cfa\u1d00-\u1eff\u214e\u2180-\u2188'
      '\u24eb-\u24ff\u2776-\u2793\u2c30-\u2ce4\u2cec-\u2cf3\u2cfd\u2d00-\u2d25\u2d27\u2d2d'
      '\u2d30-\u2d67\u2d7f-\u2d96\u2da0-\u2da6\u2da8-\u2dae\u2db0-\u2db6\u2db8-\u2dbe\u2dc0-\u2dc6'
      '\u2dc8-\u2dce\u2dd0-\u2dd6\u2dd8-\u2dde\u2de0-\u2dff\u2e2f\u3005-\u3007\u3021-\u302f'
      '\u3031-\u3035\u303b\u303c\u3041-\u3096\u3099-\u309d\u30a1-\u30f6\u30fc\u30fd\u3105-\u312f'
      '\u31a0-\u31bf\u31f0-\u31ff\u3248-\u324f\u3400-\u4dbf\u4e00-\ua48c\ua4d0-\ua4fd\ua500-\ua60c'
      '\ua610-\ua62b\ua641-\ua672\ua674-\ua67d\ua67f-\ua6f1\ua717-\ua71f\ua723-\ua788\ua78c-\ua7db'
      '\ua7f6-\ua827\ua82c\ua830-\ua835\ua840-\ua873\ua880-\ua8c5\ua8d0-\ua8d9\ua8e0-\ua8f7\ua8fb'
      '\ua8fd-\ua92d\ua930-\ua953\ua960-\ua97c\ua980-\ua9c0\ua9cf-\ua9d9\ua9e0-\ua9fe\uaa00-\uaa36'
      '\uaa40-\uaa4d\uaa50-\uaa59\uaa60-\uaa76\uaa7a-\uaac2\uaadb-\uaadd\uaae0-\uaaef\uaaf2-\uaaf6'
      '\uab01-\uab06\uab09-\uab0e\uab11-\uab16\uab20-\uab26\uab28-\uab2e\uab30-\uab5a\uab60-\uab68'
      '\uab70-\uabea\uabec\uabed\uabf0-\uabf9\ud7b0-\ud7c6\ud7cb-\ud7fb\ufa0e-\ufa29\ufb1e'
      '\ufe00-\ufe0f\ufe73\U00010000-\U0001000b\U0001000d-\U00010026\U00010028-\U0001003a'
      '\U0001003c\U0001003d\U0001003f-\U0001004d\U00010050-\U0001005d\U00010080-\U000100fa'
      '\U00010107-\U00010133\U00010140-\U00010178\U0001018a\U0001018b\U000101fd'
      '\U00010280-\U0001029c\U000102a0-\U000102d0\U000102e0-\U000102fb\U00010300-\U00010323'
      '\U0001032d-\U0001034a\U00010350-\U0001037a\U00010380-\U0001039d\U000103a0-\U000103c3'
      '\U000103c8-\U000103cf\U000103d1-\U000103d5\U00010428-\U0001049d\U000104a0-\U000104a9'
      '\U000104d8-\U000104fb\U00010500-\U00010527\U00010530-\U00010563\U00010597-\U000105a1'
      '\U000105a3-\U000105b1\U000105b3-\U000105b9\U000105bb\U000105bc\U000105c0-\U000105f3'
      '\U00010600-\U00010736\U00010740-\U00010755\U00010760-\U00010767\U00010780'
      '\U00010800-\U00010805\U00010808\U0001080a-\U00010835\U00010837\U00010838\U0001083c'
      '\U0001083f-\U00010855\U00010858-\U00010876\U00010879-\U0001089e\U000108a7-\U000108af'
      '\U000108e0-\U000108f2\U000108f4\U000108f5\U000108fb-\U0001091b\U00010920-\U00010939'
      '\U00010940-\U00010959\U00010980-\U000109b7\U000109bc-\U000109cf\U000109d2-\U00010a03'
      '\U00010a05\U00010a06\U00010a0c-\U00010a13\U00010a15-\U00010a17\U00010a19-\U00010a35'
      '\U00010a38-\U00010a3a\U00010a3f-\U00010a48\U00010a60-\U00010a7e\U00010a80-\U00010a9f'
      '\U00010ac0-\U00010ac7\U00010ac9-\U00010ae6\U00010aeb-\U00010aef\U00010b00-\U00010b35'
      '\U00010b40-\U00010b55\U00010b58-\U00010b72\U00010b78-\U00010b91\U00010ba9-\U00010baf'
      '\U00010c00-\U00010c48\U00010cc0-\U00010cf2\U00010cfa-\U00010d27\U00010d30-\U00010d39'
      '\U00010d40-\U00010d4f\U00010d69-\U00010d6d\U00010d6f-\U00010d85\U00010e60-\U00010e7e'
      '\U00010e80-\U00010ea9\U00010eab\U00010eac\U00010eb0\U00010eb1\U00010ec2-\U00010ec7'
      '\U00010efa-\U00010f27\U00010f30-\U00010f54\U00010f70-\U00010f85\U00010fb0-\U00010fcb'
      '\U00010fe0-\U00010ff6\U00011000-\U00011046\U00011052-\U00011075\U0001107f-\U000110ba'
      '\U000110c2\U000110d0-\U000110e8\U000110f0-\U000110f9\U00011100-\U00011134'
      '\U00011136-\U0001113f\U00011144-\U00011147\U00011150-\U00011173\U00011176'
      '\U00011180-\U000111c4\U000111c9-\U000111cc\U000111ce-\U000111da\U000111dc'
      '\U000111e1-\U000111f4\U00011200-\U00011211\U00011213-\U00011237\U0001123e-\U00011241'
      '\U00011280-\U00011286\U00011288\U0001128a-\U0001128d\U0001128f-\U0001129d'
      '\U0001129f-\U000112a8\U000112b0-\U000112ea\U000112f0-\U000112f9\U00011300-\U00011303'
      '\U00011305-\U0001130c\U0001130f\U00011310\U00011313-\U00011328\U0001132a-\U00011330'
      '\U00011332\U00011333\U00011335-\U00011339\U0001133b-\U00011344\U00011347\U00011348\U0001134d'
      '\U00011350\U00011357\U0001135d-\U00011363\U00011366-\U0001136c\U00011370-\U00011374'
      '\U00011380-\U00011389\U0001138b\U00011390-\U000113b5\U000113b7-\U000113c0\U000113c2'
      '\U000113c9\U000113ca\U000113cc-\U000113d3\U000113e1\U000113e2\U00011400-\U0001144a'
      '\U00011450-\U00011459\U0001145e-\U00011461\U00011480-\U000114c5\U000114c7'
      '\U000114d0-\U000114d9\U00011580-\U000115b5\U000115b8-\U000115c0\U000115d8-\U000115dd'
      '\U00011600-\U00011640\U00011644\U00011650-\U00011659\U00011680-\U000116b8'
      '\U000116c0-\U000116c9\U000116d0-\U000116e3\U00011700-\U0001171a\U0001171d-\U0001172b'
      '\U00011730-\U0001173b\U00011740-\U00011746\U00011800-\U0001183a\U000118c0-\U000118f2'
      '\U000118ff-\U00011906\U00011909\U0001190c-\U00011913\U00011915\U00011916'
      '\U00011918-\U00011935\U00011937\U0001193b-\U00011943\U00011950-\U00011959'
      '\U000119a0-\U000119a7\U000119aa-\U000119d7\U000119da-\U000119e1\U000119e3\U000119e4'
      '\U00011a00-\U00011a3e\U00011a47\U00011a50-\U00011a99\U00011a9d\U00011ab0-\U00011af8'
      '\U00011b60-\U00011b67\U00011bc0-\U00011be0\U00011bf0-\U00011bf9\U00011c00-\U00011c08'
      '\U00011c0a-\U00011c36\U00011c38-\U00011c40\U00011c50-\U00011c6c\U00011c72-\U00011c8f'
      '\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d00-\U00011d06\U00011d08\U00011d09'
      '\U00011d0b-\U00011d36\U00011d3a\U00011d3c\U00011d3d\U00011d3f-\U00011d47'
      '\U00011d50-\U00011d59\U00011d60-\U00011d65\U00011d67\U00011d68\U00011d6a-\U00011d8e'
      '\U00011d90\U00011d91\U00011d93-\U00011d98\U00011da0-\U00011da9\U00011db0-\U00011ddb'
      '\U00011de0-\U00011de9\U00011ee0-\U00011ef6\U00011f00-\U00011f10\U00011f12-\U00011f3a'
      '\U00011f3e-\U00011f42\U00011f50-\U00011f5a\U00011fb0\U00011fc0-\U00011fd4'
      '\U00012000-\U00012399\U00012400-\U0001246e\U00012480-\U00012543\U00012f90-\U00012ff0'
      '\U00013000-\U0001342f\U00013440-\U00013455\U00013460-\U000143fa\U00014400-\U00014646'
      '\U00016100-\U00016139\U00016800-\U00016a38\U00016a40-\U00016a5e\U00016a60-\U00016a69'
      '\U00016a70-\U00016abe\U00016ac0-\U00016ac9\U00016ad0-\U00016aed\U00016af0-\U00016af4'
      '\U00016b00-\U00016b36\U00016b40-\U00016b43\U00016b50-\U00016b59\U00016b5b-\U00016b61'
      '\U00016b63-\U00016b77\U00016b7d-\U00016b8f\U00016d40-\U00016d6c\U00016d70-\U00016d79'
      '\U00016e60-\U00016e96\U00016ebb-\U00016ed3\U00016f00-\U00016f4a\U00016f4f-\U00016f87'
      '\U00016f8f-\U00016f9f\U00016fe0\U00016fe1\U00016fe3\U00016fe4\U00016ff0-\U00016ff6'
      '\U00017000-\U00018cd5\U00018cff-\U00018d1e\U00018d80-\U00018df2\U0001aff0-\U0001aff3'
      '\U0001aff5-\U0001affb\U0001affd\U0001affe\U0001b000-\U0001b122\U0001b132'
      '\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001b170-\U0001b2fb'
      '\U0001bc00-\U0001bc6a\U0001bc70-\U0001bc7c\U0001bc80-\U0001bc88\U0001bc90-\U0001bc99'
      '\U0001bc9d\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169'
      '\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad'
      '\U0001d242-\U0001d244\U0001d2c0-\U0001d2d3\U0001d2e0-\U0001d2f3\U0001d360-\U0001d378'
      '\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f'
      '\U0001daa1-\U0001daaf\U0001df00-\U0001df1e\U0001df25-\U0001df2a\U0001e000-\U0001e006'
      '\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023\U0001e024\U0001e026-\U0001e02a'
      '\U0001e08f\U0001e100-\U0001e12c\U0001e130-\U0001e13d\U0001e140-\U0001e149\U0001e14e'
      '\U0001e290-\U0001e2ae\U0001e2c0-\U0001e2f9\U0001e4d0-\U0001e4f9\U0001e5d0-\U0001e5fa'
      '\U0001e6c0-\U0001e6de\U0001e6e0-\U0001e6f5\U0001e6fe\U0001e6ff\U0001e7e0-\U0001e7e6'
      '\U0001e7e8-\U0001e7eb\U0001e7ed\U0001e7ee\U0001e7f0-\U0001e7fe\U0001e800-\U0001e8c4'
      '\U0001e8c7-\U0001e8d6\U0001e922-\U0001e94b\U0001e950-\U0001e959\U0001ec71-\U0001ecab'
      '\U0001ecad-\U0001ecaf\U0001ecb1-\U0001ecb4\U0001ed01-\U0001ed2d\U0001ed2f-\U0001ed3d'
      '\U0001f10b\U0001f10c\U00020000-\U0002a6df\U0002a700-\U0002b81d\U0002b820-\U0002cead'
      '\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U00030000-\U0003134a\U00031350-\U00033479'
      '\U000e0100-\U000e01ef'
      ']+', ' ', 'g');
  end if;
  line := btrim(line, ' ');
  if char_length(line) > 200 then
    select string_agg(left(word, 200), ' ' order by position) into line
    from string_to_table(line, ' ') with ordinality as split (word, position);
  end if;
  return case line when '' then ' ' else ' ' || line || ' ' end;
end $$;

-- The number a text spells, null for any other text: never an error. The limits keep clear of numeric's own.
create or replace function octavo.as_number(text) returns numeric
  language plpgsql immutable strict parallel safe as $$
begin
  if length($1) <= 1000 and $1 ~ '^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?$' then
    return $1::numeric;
  end if;
  return null;
end $$;

-- An ISBN without blanks and hyphens in its leading digits, one blank before what follows them.
create or replace function octavo.normalize_digits(text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  parts text[] := regexp_match($1, '^([0-9 \t-]*(?:\*[ \t]*)?)(.*)$');
  digits text := translate(parts[1], E' \t-', '');
begin
  return case when parts[1] = '' or parts[2] = '' then digits || parts[2] else digits || ' ' || parts[2] end;
end $$;

-- The normalised values of all identifiers of one type, blank between; null when there is none.
create or replace function octavo.isbns(identifiers jsonb, type_id text) returns text
  language sql immutable strict parallel safe as $$
  select string_agg(octavo.normalize_digits(identifier ->> 'value'), ' ' order by position)
  from jsonb_array_elements(case jsonb_typeof(identifiers) when 'array' then identifiers else '[]' end)
    with ordinality as listed (identifier, position)
  where identifier ->> 'identifierTypeId' = type_id
$$;

-- JSON text that every operator can read: U+0000 and unpaired surrogates, which json stores as escapes and whose
-- reading is an error, are left out. An index over a document must never fail its writer.
create or replace function octavo.readable_json(document text) returns json
  language plpgsql immutable strict parallel safe as $$
begin
  if strpos(document, '\u') > 0 then
    return regexp_replace(document,
      '(\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u0000|\\u[dD][89a-fA-F][0-9a-fA-F]{2}',
      '\1', 'g')::json;
  end if;
  return document::json;
end $$;
