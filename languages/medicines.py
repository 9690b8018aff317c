"""Names of medicines and illnesses that many languages share, folded: from lists of the most prescribed medicines."""

from __future__ import annotations

from typing import Final

from languages.language import Regex

MEDICINES: Final[Regex] = (
    r"\b(?:\w{3,}(?:cillin|silin|statin|pril|olol|mycin|misin|profen|prazol|zepam|oxetin|triptan|parin|gliptin|dipin|"
    r"sartan|setron)e?\b|warfarin|coumadin|marcumar|eliquis|xarelto|plavix|clopidogrel|heparin|digoxin|metformin|"
    r"\w*insulin|ozempic|levothyrox|\w*thyroxin|sertralin|citalopram|venlafaxin|mirtazapin|quetiapin|lamotrigin|"
    r"carbamazepin|methotrexat|humira|prednis|[ck]orti[sz]on|tamoxifen|clozapin|tramadol|morphin|opioid|fentanyl|"
    r"ritalin|adderall|ventolin|salbutamol|xanax|valium|zolpidem|gabapentin|pregabalin|keppra|topiramat|lithium|"
    r"lityum|antidepres|anti[ck]oagul|immuns?up|epi ?pen|\d+ ?mg\b|\w*allerg|\w*alerj|\w*intoleran|anaphyla|anafila|"
    r"asthma|astim|\w*diabet|diyabet|epilep|ha?emophil|hamophil|hemofili|hepatit|hiv\b|copd\b|koah\b|parkinson|"
    r"lupus\b|crohn|hashimoto|bipolar|schizo|sizofren|anore[xk]|bulimi|migr[ae](?:ine|ne)|migren|dial[yi][sz]|"
    r"\w*transplant|chemo(?:ther\w*)?\b|kemoterap|leuk[ae]|lymphom|lenfom|tumor|stents?\b|hypogly|hipoglisemi|"
    r"ap(?:nea|noe|ne)\b|stoma\b|favi[sz]m|embolism|emboli|thrombos|tromboz)"
)
