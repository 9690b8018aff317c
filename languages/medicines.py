"""Names of illnesses and medicines that many languages share, folded.

Illnesses: the WHO's fact sheets. Medicines: its Model List of Essential Medicines, by the endings of their groups.
"""

from __future__ import annotations

from typing import Final

from languages.language import Regex

MEDICINES: Final[Regex] = (
    r"\b(?:\w{3,}(?:[csz]illin|silin|statin|pril|olol|m[yi][cs]in|profen|pra[zs]ol|[zs]epam|oxetin|triptan|parin|gliptin|"
    r"dipin|sartan|setron|xaban|floxacin|floksasin|azepin|mumab|ximab|tidin|terol)e?\b|warfarin|coumadin|marcumar|"
    r"eliquis|xarelto|plavix|clopidogrel|heparin|digo[xk]in|amiodaron|beloc|metformin|\w*insulin|ozempic|semaglutid|"
    r"levothyrox|\w*thyroxin|euthyrox|levotiron|sertralin|lustral|citalopram|venlafaxin|mirtazapin|quetiapin|"
    r"olanzapin|clozapin|lamotrigin|valpro|methotrexat|metotreksat|azathioprin|tacrolimus|ciclosporin|humira|"
    r"prednis|[ck]orti[sz]on|tamoxifen|tramadol|morphin|methadon|opioid|fentanyl|oxycodon|ritalin|concerta|adderall|"
    r"antabus|ventolin|\w*butamol|xanax|valium|zolpidem|gabapentin|pregabalin|lyrica|keppra|levetiracetam|topiramat|"
    r"lithium|lityum|antidepres|anti(?:[ck]oagul|epilep|retrovir)|immuns?up|epi ?pen|\d+ ?mg\b|\w*allerg|\w*alerj|"
    r"\w*intoleran|anaph?[yi]la|anafila|asthma|astim|\w*diabet|diyabet|epilep|h(?:ae?|e)moph?il|hemofili|hepatit|"
    r"hiv\b|copd\b|koah\b|parkinson|lupus\b|crohn|colitis|hashimoto|bipolar|schizo|sizofren|anore[xk]|bulimi|"
    r"migr[ae](?:ine|ne)|migren|\w*fibrillation|t[uü]ber[ck][uü]l|[cz]irrhos|siroz|dial[yi][sz]|\w*transplant|"
    r"chemo(?:ther\w*)?\b|kemoterap|leuk[ae]|lymphom|lenfom|melanom|tumor\b|stents?\b|h[yi]pogl[yi]|"
    r"marfan|ehlers|mukovis|(?:cystic|kistik) fibro|m[yi]yasten|myasthen|porph?[yi]r[iy]|phenylketon|fenilketon|pku\b|"
    r"addison|cushing|raynaud|meniere|sjogren|sar[ck]oido|narkolep|narcolep|tourette|glau[ck]om|osteopor|pan[ck]reatit|"
    r"antihistamin|metamizol|novalgin|diclofenac|voltaren|falithrom|heuschnupfen|hay ?fever|saman nezlesi|"
    r"divertikul|gastrit|meningit|sepsis|alzheimer|demen[zst]|long.?qt|factor v|faktor v|defibrillator|shunt\b|katheter|"
    r"kateter|long.?covid|polyneuro|neuropat|arrh?[yi]th?mi|aritmi|angina|ane(?:u|v)r[yi][sz]m|kolostom|"
    r"(?:sleep |schlaf|uyku )ap\w*ne\w*|stoma\b|favi[sz]m|emboli|thrombos|tromboz|\w*phobi[ac]\b|fobi\w*)"
)
