"""Names of illnesses and medicines that many languages share, folded.

Illnesses: the WHO's fact sheets. Medicines: its Model List of Essential Medicines, by the endings of their groups.
"""

from typing import Final

from languages.language import Regex

MEDICINES: Final[Regex] = (
    r"\b(?:\w{3,}(?:[csz]illin|silin|statin|pril|olol|m[yi][cs]in|profen|pra[zs]ol|[zs]epam|oxetin|triptan|parin|"
    r"gliptin|dipin|sartan|setron|xaban|floxacin|floksasin|azepin|mumab|ximab|tidin|terol)e?\b|warfarin|coumadin|"
    r"marcumar|eliquis|xarelto|plavix|clopidogrel|heparin|digo[xk]in|amiodaron|beloc|metformin|\w*insulin|ozempic|"
    r"semaglutid|levothyrox|\w*thyroxin|euthyrox|levotiron|sertralin|lustral|citalopram|venlafaxin|mirtazapin|"
    r"quetiapin|olanzapin|clozapin|lamotrigin|valpro|methotrexat|metotreksat|azathioprin|tacrolimus|ciclosporin|humira|"
    r"prednis|[ck]orti[sz]on|tamoxifen|tramadol|morphin|methadon|opioid|fentanyl|oxycodon|ritalin|concerta|adderall|"
    r"antabus|ventolin|\w*butamol|xanax|valium|zolpidem|gabapentin|pregabalin|lyrica|keppra|levetiracetam|topiramat|"
    r"lithium|lityum|antidepres|anti(?:[ck]oagul|epilep|retrovir)|immuns?up|epi ?pen|\d+ ?mg\b|\w*allerg|\w*alerj|"
    r"\w*intoleran|anaph?[yi]la|anafila|asthma|astim|\w*diabet|diyabet|epilep|h(?:ae?|e)moph?il|hemofili|hepatit|hiv\b|"
    r"copd\b|koah\b|parkinson|lupus\b|crohn|colitis|hashimoto|bipolar|schizo|sizofren|anore[xk]|bulimi|migr[ae](?:ine|"
    r"ne)|migren|\w*fibrillation|t[uü]ber[ck][uü]l|[cz]irrhos|siroz|dial[yi][sz]|\w*transplant|chemo(?:ther\w*)?\b|"
    r"kemoterap|leuk[ae]|lymphom|lenfom|melanom|tumor\b|stents?\b|h[yi]pogl[yi]|marfan|ehlers|mukovis|(?:cystic|"
    r"kistik) fibro|m[yi]yasten|myasthen|porph?[yi]r[iy]|phenylketon|fenilketon|pku\b|addison|cushing|raynaud|meniere|"
    r"sjogren|sar[ck]oido|narkolep|narcolep|tourette|glau[ck]om|osteopor|pan[ck]reatit|antihistamin|metamizol|novalgin|"
    r"diclofenac|voltaren|falithrom|heuschnupfen|hay ?fever|saman nezlesi|divertikul|gastrit|meningit|sepsis|alzheimer|"
    r"demen[zst]|long.?qt|factor v|faktor v|defibrillator|shunt\b|katheter|kateter|long.?covid|polyneuro|neuropat|"
    r"arrh?[yi]th?mi|aritmi|angina|ane(?:u|v)r[yi][sz]m|kolostom|(?:sleep |schlaf|uyku )ap\w*ne\w*|stoma\b|favi[sz]m|"
    r"emboli|thrombos|tromboz|\w*phobi[ac]\b|fobi\w*)"
)
