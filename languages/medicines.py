"""Names of medicines and illnesses that many languages share, folded: from lists of the most prescribed medicines."""

from __future__ import annotations

from typing import Final

from languages.language import Regex

MEDICINES: Final[Regex] = (
    r"\w{3,}(?:cillin|silin|statin|pril|olol|mycin|misin|profen|prazol|zepam|oxetin|triptan|parin|gliptin|tidin|"
    r"dipin|sartan|setron|mabe?)e?\b|warfarin|coumadin|marcumar|eliquis|xarelto|plavix|clopidogrel|heparin|digoxin|"
    r"metformin|insulin|ozempic|levothyrox|thyroxin|euthyrox|sertralin|citalopram|venlafaxin|mirtazapin|quetiapin|"
    r"lamotrigin|valpro|carbamazepin|methotrexat|humira|prednis|[ck]orti[sz]on|tamoxifen|clozapin|tramadol|morphin|"
    r"opioid|fentanyl|ritalin|concerta|adderall|ventolin|salbutamol|symbicort|xanax|valium|zolpidem|gabapentin|"
    r"pregabalin|keppra|topiramat|lithium|lityum|aspirin|antidepres|anti[ck]oagulan|immuns?up|epi ?pen|\d ?mg\b|"
    r"allerg|alerj|intoleran|anaphyla|anafila|asthma|\bastim|diabet|diyabet|epilep|h[ae]*mophil|hemofili|hepatit|"
    r"\bhiv\b|\bcopd\b|\bkoah\b|parkinson|lupus|crohn|hashimoto|bipolar|schizo|sizofren|anore[xk]|bulimi|depres|"
    r"migr[ae]|dial[yi][sz]|transplant|chemo|kemoterap|leuk|lymphom|lenfom|tumor|stent\b|hypogly|hipoglisemi|"
    r"ap(?:nea|noe|ne)\b|stoma\b|favi[sz]m|emboli|thrombos|tromboz"
)
